import { grouped } from '../counted.ts'

export const listenLater = {
  title: 'Listen later',
  albums: 'Albums to listen to later',
  none: 'Nothing to listen to later yet',
  noneHint: 'Press “Listen later” on an album to add it here.',
  removed: 'Removed from Listen later',
  undo: 'Undo',
  gone: 'This album is no longer in Listen later',
  changed: 'Listen later has changed in the meantime. Try again.',
  addedOn: (day: string) => `Added ${day}`,
  movedTo: (album: string, place: number) => `${album} is now number ${grouped(place)}`,
}
