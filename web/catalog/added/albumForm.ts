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
  cover: string | null | undefined
}

export const emptyAlbum: AlbumValues = {
  artist: '',
  title: '',
  year: '',
  releaseDate: '',
  type: '',
  genres: '',
  tracks: '',
  cover: undefined,
}

export const valuesOf = ({ artist, title, releaseDate, type, genres, tracks }: AlbumEntry): AlbumValues => ({
  artist,
  title,
  year: releaseDate?.slice(0, 4) ?? '',
  releaseDate: releaseDate ?? '',
  type: type ?? '',
  genres: genres.join(', '),
  tracks: tracks.join('\n'),
  cover: undefined,
})

/** Returns the values of both requests. The schema refuses a year that is not a number. */
export function inputOf({ artist, title, year, releaseDate, type, genres, tracks, cover }: AlbumValues) {
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
    cover,
  }
}

type Field = Exclude<keyof AlbumValues, 'cover'>

const loadSchema = async () => await import('../../../shared/albums.ts')

/** Validates the shown fields with the shared schema of the request. */
const resolverOf =
  (isModerator: boolean): Resolver<AlbumValues> =>
  async (values) => {
    const { albumFields } = await loadSchema()
    const { year, releaseDate, genres, ...common } = inputOf(values)
    const shown = isModerator ? { ...common, releaseDate, genres } : { ...common, year }
    const checked = albumFields.safeParse(shown)
    const errors: FieldErrors<AlbumValues> = {}
    for (const { path, message } of checked.error?.issues ?? [])
      errors[path[0] as Field] ??= { type: 'schema', message }
    return checked.success ? { values, errors: {} } : { values: {}, errors }
  }

export const albumResolvers = { people: resolverOf(false), moderators: resolverOf(true) }
export const loadAlbumSchema = (): void => void loadSchema().catch(() => undefined)
