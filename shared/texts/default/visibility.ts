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
