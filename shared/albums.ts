import { z } from 'zod'
import { albumTypes, type AlbumType } from './albumTypes.ts'
import { albumRef, isReleaseDate, type AlbumRef } from './catalog.ts'
import { limits } from './limits.ts'
import { parseGroupId } from './musicbrainz.ts'
import { submission } from './submission.ts'
import { texts } from './texts.ts'

const name = (missing: string) =>
  z.string().trim().min(1, missing).max(limits.catalogName, texts.tooLong(limits.catalogName))

export const nextYear = (): number => new Date().getUTCFullYear() + 1

const year = z.number().refine((value) => Number.isInteger(value) && isYear(value), {
  error: () => texts.albums.yearOut(nextYear()),
})
const isYear = (value: number): boolean => value >= limits.albumYear && value <= nextYear()

const tracks = z
  .array(z.string().trim().max(limits.trackName, texts.tooLong(limits.trackName)))
  .transform((titles) => titles.filter((title) => title !== ''))
  .refine((titles) => titles.length <= limits.albumTracks, { error: () => texts.albums.tooManyTracks })

/** `cover` is the answer of the upload; null removes the cover. */
const fields = {
  artist: name(texts.albums.artistRequired),
  title: name(texts.albums.titleRequired),
  year: year.nullish(),
  type: z.enum(albumTypes).nullish(),
  tracks: tracks.optional(),
  cover: z.uuid(texts.albums.coverExpired).nullish(),
}

/** `another`: an album of the same names exists, and this one is of another year. */
export const addAlbumInput = z.object({ ...fields, submission, another: z.boolean().default(false) })
export type AddAlbumInput = z.input<typeof addAlbumInput>

/**
 * A field that is left out stays as it is. `releaseDate`, `genres` and `musicbrainz` are for moderators; `musicbrainz` is the id or
 * the address of a release group, null for none.
 */
export const editAlbumInput = z.object({
  album: albumRef,
  ...fields,
  artist: fields.artist.optional(),
  title: fields.title.optional(),
  releaseDate: z
    .string()
    .trim()
    .refine((text) => isReleaseDate(text) && isYear(Number(text.slice(0, 4))), {
      error: () => texts.albums.dateOut,
    })
    .nullish(),
  genres: z.array(z.string().trim().toLowerCase().min(1).max(limits.genre)).max(limits.genres).optional(),
  musicbrainz: z
    .string()
    .refine((text) => parseGroupId(text) !== null, texts.albums.groupOut)
    .transform((text) => parseGroupId(text)!)
    .nullish(),
})
export type EditAlbumInput = z.input<typeof editAlbumInput>

/** Validates the form; moderators see other fields than people. */
export const albumFields = z.object({
  ...fields,
  releaseDate: editAlbumInput.shape.releaseDate,
  genres: editAlbumInput.shape.genres,
  musicbrainz: editAlbumInput.shape.musicbrainz,
})

export const albumInput = z.object({ album: albumRef })

/** A release group that an album can be. */
export type Candidate = {
  id: string
  artist: string
  title: string
  releaseDate: string | null
  type: AlbumType | null
}

/** The values of an album's form, and the viewer's permissions. */
export type AlbumEntry = {
  artist: string
  title: string
  image: string | null
  releaseDate: string | null
  type: AlbumType | null
  genres: string[]
  tracks: string[]
  /** `id` is that of the linked group, null if a moderator chose none; `others` are further albums of that group */
  musicbrainz: { id?: string | null | undefined; candidates: Candidate[]; others: AlbumRef[] }
  canEdit: boolean
  canRemove: boolean
  /** can edit what only moderators can */
  isModerator: boolean
  /** what the viewer's own things lose when they remove the album */
  own: { listens: number; hearts: number; lists: number }
}
