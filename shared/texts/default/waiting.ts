import { counted } from '../counted.ts'

/** changes that wait on the device until there is a connection */
export const waiting = {
  title: 'Waiting to be sent',
  titleOf: (count: string) => `Waiting to be sent (${count})`,
  none: 'Nothing is waiting to be sent',
  log: (album: string) => `Log ${album}`,
  listened: (album: string) => `Mark ${album} as listened`,
  notListened: (album: string) => `Remove ${album} from listened`,
  favorite: (album: string) => `Favorite ${album}`,
  notFavorite: (album: string) => `Remove ${album} from favorites`,
  addTo: (album: string, list: string) => `Add ${album} to ${list}`,
  removeFrom: (album: string, list: string) => `Remove ${album} from ${list}`,
  commentOn: (thing: string) => `Comment on ${thing}`,
  remove: 'Remove',
  sendNow: 'Send now',
  changed: 'Changed elsewhere',
  refused: 'Could not be sent',
  decide: 'Decide',
  replaceTitle: 'Replace the draft?',
  replaces: 'What you typed into the form of this log and have not saved will be lost.',
  replace: 'Replace',
  logIn: 'Log in to send what waits',
  logOutTitle: 'Log out?',
  logOut: 'Log out',
  lost: (count: number) => `${counted(count, 'thing is', 'things are')} waiting to be sent and will be lost.`,
}
