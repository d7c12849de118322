import { z } from 'zod'
import { albumTypes } from './albumTypes.ts'
import { visibility } from './visibility.ts'

// Contents of plak.json in a user's data export; docs/export.md explains it to users. The server writes it (a test compares
// them), and the import reads it row by row, because a file can be larger than memory. Unknown fields are ignored on reading.
// Changing the meaning of a field or removing one requires a new version; adding one does not.

export const exportFormat = 'plak-export'
export const exportVersion = 1

const moment = z.iso.datetime()
const day = z.iso.date()
const album = z.object({ artist: z.string(), name: z.string() })

/** An album that the user has added because no service knew it. */
export const exportedAlbum = z.object({
  artist: z.string(),
  name: z.string(),
  year: z.int().nullable(),
  /** '1997', '1997-05' or '1997-05-21' */
  releaseDate: z.string().nullable(),
  type: z.enum(albumTypes).nullable(),
  tracks: z.array(z.string()),
  /** name of its file in the zip */
  cover: z.string().nullable(),
})
export type ExportedAlbum = z.infer<typeof exportedAlbum>

export const coverFileOf = (hash: string): string => `covers/${hash}.webp`
/** The picture that the user has uploaded of themselves. */
export const pictureFile = 'picture.webp'
export const isCoverFile = (name: string): boolean => /^covers\/[0-9a-f]{64}\.webp$/.test(name)

/** One listening. Sorted by day and creation; those without a day come first. */
export const exportedListening = z.object({
  album,
  date: day.nullable(),
  /** half stars, 1 to 10; 0 = none */
  rating: z.int().min(0).max(10),
  review: z.string().nullable(),
  tags: z.array(z.string()),
  relisten: z.boolean(),
  visibility,
  /** informational: its source, and when it was created, reviewed and changed */
  source: z.string(),
  createdAt: moment,
  reviewedAt: moment.nullable(),
  updatedAt: moment,
})

export const exportedHeart = z.object({ album, createdAt: moment })

export const exportedList = z.object({
  name: z.string(),
  description: z.string(),
  visibility,
  ranked: z.boolean(),
  /** informational: the list that it was copied from, if that is still visible */
  clonedFrom: z.object({ name: z.string(), owner: z.string() }).nullable(),
  createdAt: moment,
  updatedAt: moment,
  albums: z.array(z.object({ album, note: z.string(), addedAt: moment })),
})

export const exportedListenLater = z.object({ album, addedOn: day, createdAt: moment })

export const exportedTop = z.object({ album })

export const exportedFollow = z.object({ following: z.object({ nickname: z.string() }), createdAt: moment })

/** The sections that an import reads, in their order in the file. */
export const exportedSections = {
  listenings: exportedListening,
  hearts: exportedHeart,
  lists: exportedList,
  listenLater: exportedListenLater,
  topFour: exportedTop,
  follows: exportedFollow,
}
export type ExportedSection = keyof typeof exportedSections

/**
 * The whole document, for files that fit into memory. `forReading`
 * has everything that imports ignore: comments, likes, sessions, …
 */
export const exportFile = z.object({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  exportedAt: moment,
  account: z.looseObject({
    nickname: z.string(),
    defaultVisibility: visibility,
    /** name of the uploaded picture in the zip */
    picture: z.literal(pictureFile).optional(),
  }),
  /** missing in files of earlier versions */
  albums: z.array(exportedAlbum).default([]),
  listenings: z.array(exportedListening),
  hearts: z.array(exportedHeart),
  lists: z.array(exportedList),
  listenLater: z.array(exportedListenLater),
  topFour: z.array(exportedTop),
  follows: z.array(exportedFollow),
  forReading: z.record(z.string(), z.array(z.looseObject({}))),
})
