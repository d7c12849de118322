import type { FieldErrors, Resolver } from 'react-hook-form'
import type { AlbumEntry } from '../../../shared/albums.ts'
import type { AlbumType } from '../../../shared/catalog.ts'

/** Texts as they are typed. `cover` is an upload, null for none; undefined leaves it as it is. */
export type AlbumValues = {
  artist: string
  title: string
  year: string
  releaseDate: string
  type: AlbumType | ''
  genres: string
  /** one a line */
  tracks: string
  /** id of a release group, '' while none is chosen */
  candidate: string
  /** id or address of a release group, which replaces the candidate */
  musicbrainz: string
  cover: string | null | undefined
}

/** The candidate 'None of these'. */
export const NO_GROUP = 'none'

export const emptyAlbum: AlbumValues = {
  artist: '',
  title: '',
  year: '',
  releaseDate: '',
  type: '',
  genres: '',
  tracks: '',
  candidate: '',
  musicbrainz: '',
  cover: undefined,
}

export const valuesOf = (entry: AlbumEntry): AlbumValues => ({
  artist: entry.artist,
  title: entry.title,
  year: entry.releaseDate?.slice(0, 4) ?? '',
  releaseDate: entry.releaseDate ?? '',
  type: entry.type ?? '',
  genres: entry.genres.join(', '),
  tracks: entry.tracks.join('\n'),
  candidate: entry.musicbrainz.id === null ? NO_GROUP : (entry.musicbrainz.id ?? ''),
  musicbrainz: '',
  cover: undefined,
})

/** Returns the values of both requests. The schema refuses a year that is not a number. */
export function inputOf(values: AlbumValues) {
  const { artist, title, year, releaseDate, type, genres, tracks, candidate, musicbrainz, cover } = values
  const group = musicbrainz.trim() || candidate || undefined
  return {
    artist,
    title,
    year: year.trim() === '' ? null : Number(year),
    releaseDate: releaseDate.trim() === '' ? null : releaseDate,
    type: type === '' ? null : type,
    genres: genres
      .split(',')
      .map((genre) => genre.trim())
      .filter(Boolean),
    tracks: tracks.split('\n'),
    musicbrainz: group === NO_GROUP ? null : group,
    cover,
  }
}

type Field = Exclude<keyof AlbumValues, 'cover' | 'candidate'>

const loadSchema = async () => await import('../../../shared/albums.ts')

/** Validates the shown fields with the shared schema of the request. */
const resolverOf =
  (isModerator: boolean): Resolver<AlbumValues> =>
  async (values) => {
    const { albumFields } = await loadSchema()
    const { year, releaseDate, genres, musicbrainz, ...common } = inputOf(values)
    const shown = isModerator ? { ...common, releaseDate, genres, musicbrainz } : { ...common, year }
    const checked = albumFields.safeParse(shown)
    const errors: FieldErrors<AlbumValues> = {}
    for (const { path, message } of checked.error?.issues ?? [])
      errors[path[0] as Field] ??= { type: 'schema', message }
    return checked.success ? { values, errors: {} } : { values: {}, errors }
  }

export const albumResolvers = { people: resolverOf(false), moderators: resolverOf(true) }
export const loadAlbumSchema = (): void => void loadSchema().catch(() => undefined)
