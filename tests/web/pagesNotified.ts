import {
  mailedAtFirst,
  settingKinds,
  type NotificationGroup,
  type NotificationSettings,
  type NotificationThing,
  type UnreadState,
} from '../../shared/notifications.ts'
import { difficult } from './pagesWorld.ts'

// Notifications of every kind, with names of maximum length.

const person = (nickname: string) => ({ nickname, avatar: null })
const kidA: NotificationThing = {
  type: 'review',
  id: 1,
  album: { artist: 'Radiohead', name: 'Kid A', image: null, year: null },
  owner: 'deniz',
}
const longAlbum: NotificationThing = {
  type: 'review',
  id: 2,
  album: {
    artist: 'Soulwax and Almost Everybody Else Who Ever Played with Them',
    name: 'Most of the Remixes We Made for Other People over the Years, Except for the One We Lost and Others',
    image: null,
    year: null,
  },
  owner: difficult,
}
const list: NotificationThing = { type: 'list', id: 1, name: 'Fog', owner: 'deniz' }
const longList: NotificationThing = {
  type: 'list',
  id: 2,
  name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  owner: difficult,
}

const group = (
  position: number,
  kind: NotificationGroup['kind'],
  more: Partial<NotificationGroup> = {},
): NotificationGroup => ({
  id: position,
  kind,
  position,
  at: new Date(Date.UTC(2026, 10, 1, position)).toISOString(),
  unread: position > READ_UP_TO,
  count: 1,
  people: [person('june')],
  thing: null,
  own: true,
  comment: null,
  thread: null,
  detail: null,
  ...more,
})

const READ_UP_TO = 10

export const everyKind: NotificationGroup[] = [
  group(17, 'likeReview', {
    thing: longAlbum,
    count: 13,
    people: [person(difficult), person('june'), person('kerem')],
  }),
  group(16, 'comment', { thing: kidA, count: 7, people: [person('kerem'), person('june')] }),
  group(15, 'followRequest', { people: [person(difficult)] }),
  group(14, 'mention', { thing: longList, own: false, comment: 4, thread: { list: 2 } }),
  group(13, 'thread', { thing: longAlbum, own: false, comment: 3, thread: { review: 2 } }),
  group(12, 'announcement', {
    people: [],
    detail: {
      text: 'Plak is away on Sunday from 3 to 4 in the morning: the record player gets a new needle.',
    },
  }),
  group(11, 'report', { people: [] }),
  group(10, 'follow', { count: 2, people: [person('ece'), person('june')] }),
  group(9, 'likeList', { thing: list }),
  group(8, 'likeComment', { thing: kidA, own: false, comment: 2 }),
  group(7, 'requestAccepted'),
  group(6, 'comment', { thing: list, comment: 1, thread: { list: 1 } }),
  group(5, 'importDone', { people: [], detail: { imported: 412 } }),
  group(4, 'warning', {
    people: [],
    detail: { text: 'Please leave the names of other people out of your reviews.' },
  }),
  group(3, 'decision', {
    people: [],
    detail: {
      action: 'hide',
      about: 'Kid A',
      text: 'An advertisement, in capital letters, for the third time.',
    },
  }),
  group(2, 'reportReviewed', { people: [] }),
]

/** Returns the unread state for these groups. */
export const unreadState = (groups: readonly NotificationGroup[]): UnreadState => ({
  unread: groups.filter(({ unread }) => unread).length,
  readUpTo: READ_UP_TO,
  // One more than the visible ones, so that there is something to mark.
  newest: groups.length > 0 ? groups[0]!.position + 1 : 0,
})

/** The default settings with mail. */
export const settings: NotificationSettings = {
  kinds: settingKinds.map((kind) => ({ kind, here: true, email: mailedAtFirst.has(kind) })),
  digest: false,
  mail: true,
}
