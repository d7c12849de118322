import type { Track } from '../../shared/catalog.ts'

/** An element of the JSON in `Album.tracks`: a title, or a title with the track's length in seconds. */
export type StoredTrack = string | readonly [title: string, seconds: number]

const read = (json: string | null) => JSON.parse(json ?? '[]') as StoredTrack[]

const titleOf = (track: StoredTrack) => (typeof track === 'string' ? track : track[0])

/** Returns the titles in `Album.tracks`. */
export const titlesOf = (json: string | null): string[] => read(json).map(titleOf)

/** Returns the rows of an album page for `Album.tracks`. */
export const tracksOf = (json: string | null): Track[] =>
  read(json).map((track, index) => ({
    position: index + 1,
    name: titleOf(track),
    duration: typeof track === 'string' ? null : track[1],
    featuredArtist: null,
  }))

/** Returns the JSON of tracks, of which those without a length get that of the same title in `previous`. */
export function jsonOfTracks(tracks: readonly StoredTrack[], previous: string | null): string {
  const known = new Map(read(previous).map((track) => [titleOf(track), track]))
  return JSON.stringify(
    tracks.map((track) => (typeof track === 'string' ? (known.get(track) ?? track) : track)),
  )
}
