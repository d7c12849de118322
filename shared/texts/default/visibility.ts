import { counted } from '../counted.ts'

export const visibility = {
  title: 'Visibility',
  hint: 'Who can see your entries and lists.',
  label: 'Visible to',
  default: 'Default visibility',
  everyone: 'Everyone',
  followers: 'Followers',
  me: 'Only me',
  anyoneCanFollow: 'Anyone can follow you. Turn on Private account to approve followers.',
  isPrivate: 'This account is private',
  isPrivateHint: 'Only followers can see its entries and lists.',
  isPrivateFollowsHint: 'Only followers can see these people.',
  privateAccount: 'Private account',
  privateHint:
    'Only followers you approve can see your entries and lists, whatever their level. Your current followers stay.',
  makePublic: 'Make public',
  makePublicHint: (requests: number) =>
    `Every entry and list gets its own level back.${requests > 0 ? ` ${counted(requests, 'request', 'requests')} will be accepted.` : ''}`,
  nowPrivate: 'Your account is private',
  nowPublic: 'Your account is public',
  defaultSaved: 'Default visibility saved',
  failed: 'Your settings could not be loaded',
  changeOlder: 'Change older entries',
  changeOlderHint: 'Changes who can see your existing entries. Each one can still be changed separately.',
  what: 'What to change',
  logs: 'Listens',
  lists: 'Lists',
  change: (count: number) => `Change ${counted(count, 'entry', 'entries')}`,
  changed: (count: number) => `${counted(count, 'entry', 'entries')} changed`,
  nothingToChange: 'All of them already have this visibility.',
}
