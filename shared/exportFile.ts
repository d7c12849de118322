import { z } from 'zod'
import { visibility } from './visibility.ts'

// What plak.json in the download of a person's data holds; docs/export.md explains it to people. The server writes it (a test
// compares), and the import reads it: row by row, because a file may be larger than memory. Unknown fields are ignored when it
// is read. A field that changes its meaning, or goes, makes another version; a new one does not.

export const exportFormat = 'plak-export'
export const exportVersion = 1

const moment = z.iso.datetime()
const day = z.iso.date()
const album = z.object({ artist: z.string(), name: z.string() })

/** One listening, in the order of day and making; those without a day come first. */
export const exportedListening = z.object({
  album,
  /** null where the day is not known */
  date: day.nullable(),
  /** half stars, 1 to 10; 0 = none */
  rating: z.int().min(0).max(10),
  review: z.string().nullable(),
  tags: z.array(z.string()),
  relisten: z.boolean(),
  visibility,
  /** for reading: where it came from, and when it was made, reviewed and changed */
  source: z.string(),
  createdAt: moment,
  reviewedAt: moment.nullable(),
  updatedAt: moment,
})

export const exportedHeart = z.object({ album, createdAt: moment })

/** A list with its albums in their order. */
export const exportedList = z.object({
  name: z.string(),
  description: z.string(),
  visibility,
  ranked: z.boolean(),
  /** for reading: the list that it began as a copy of, where that may still be seen */
  clonedFrom: z.object({ name: z.string(), owner: z.string() }).nullable(),
  createdAt: moment,
  updatedAt: moment,
  albums: z.array(z.object({ album, note: z.string(), addedAt: moment })),
})

/** Albums to listen to later, in their order. */
export const exportedListenLater = z.object({ album, addedOn: day, createdAt: moment })

/** The albums on top of the profile, in their order. */
export const exportedTop = z.object({ album })

export const exportedFollow = z.object({ following: z.object({ nickname: z.string() }), createdAt: moment })

/** The sections that an import reads, in the order in which they stand in the file. */
export const exportedSections = {
  listenings: exportedListening,
  hearts: exportedHeart,
  lists: exportedList,
  listenLater: exportedListenLater,
  topFour: exportedTop,
  follows: exportedFollow,
}
export type ExportedSection = keyof typeof exportedSections

/** The whole document, for files that fit into memory. `forReading` has what no import takes over: comments, likes, sessions, … */
export const exportFile = z.object({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  exportedAt: moment,
  account: z.looseObject({ nickname: z.string(), defaultVisibility: visibility }),
  listenings: z.array(exportedListening),
  hearts: z.array(exportedHeart),
  lists: z.array(exportedList),
  listenLater: z.array(exportedListenLater),
  topFour: z.array(exportedTop),
  follows: z.array(exportedFollow),
  forReading: z.record(z.string(), z.array(z.looseObject({}))),
})
