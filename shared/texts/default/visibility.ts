import { counted } from '../counted.ts'

export const visibility = {
  title: 'Visibility',
  hint: 'Who sees what you log and the lists you make.',
  label: 'Visible to',
  default: 'Default visibility',
  everyone: 'Everyone',
  followers: 'Followers',
  me: 'Only me',
  anyoneCanFollow: 'Anyone can follow you. Turn on Private account to approve followers.',
  isPrivate: 'This account is private',
  isPrivateHint: 'Its followers see what is here.',
  privateAccount: 'Private account',
  privateHint:
    'Only followers whom you approve see what you make, whatever its own level. Your followers stay.',
  makePublic: 'Make public',
  makePublicHint: (requests: number) =>
    `Everything gets back the level that it has itself.${requests > 0 ? ` ${counted(requests, 'request', 'requests')} will be accepted.` : ''}`,
  nowPrivate: 'Your account is private',
  nowPublic: 'Your account is public',
  defaultSaved: 'Default visibility saved',
  failed: 'Your settings could not be loaded',
  changeOlder: 'Change older entries',
  changeOlderHint: 'Changes who sees what is there already. Each can still be changed by itself.',
  what: 'What to change',
  logs: 'Listens',
  lists: 'Lists',
  change: (count: number) => `Change ${counted(count, 'entry', 'entries')}`,
  changed: (count: number) => `${counted(count, 'entry', 'entries')} changed`,
  nothingToChange: 'All of them are visible to these people already.',
}
