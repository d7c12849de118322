import { seeded } from '../covers/seeded.ts'
import type { GroupDescription, ReleaseDescription, TrackDescription } from './description.ts'
import { mbidOf } from './ids.ts'
import type { Group } from './world.ts'

export type Track = {
  id: string
  recordingId: string
  position: number
  /** as printed: '1', or 'A1' on vinyl */
  number: string
  title: string
  /** milliseconds */
  length: number | null
  /** the performer, if it is another artist than the album's */
  artist: string | null
}

export type Medium = {
  id: string
  position: number
  format: string | null
  tracks: Track[]
  pregap: Track | null
  dataTracks: Track[]
}

export type Release = {
  id: string
  group: Group
  title: string
  disambiguation: string
  status: string | null
  date: string
  country: string | null
  barcode: string | null
  language: string | null
  script: string | null
  readonly media: Medium[]
  hasFront: boolean
  darkened: boolean
}

/** Sorts dates: in a year or a month, an exact date is before one that is not exact; unknown ones are last. */
export const dateKey = (date: string): string => (date === '' ? '9' : date.padEnd(10, '~'))

const scripts: [RegExp, string, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'Jpan', 'jpn'],
  [/\p{Script=Han}/u, 'Jpan', 'jpn'],
  [/\p{Script=Hangul}/u, 'Kore', 'kor'],
  [/\p{Script=Cyrillic}/u, 'Cyrl', 'rus'],
  [/\p{Script=Arabic}/u, 'Arab', 'ara'],
  [/\p{Script=Greek}/u, 'Grek', 'ell'],
  [/\p{Script=Latin}/u, 'Latn', 'eng'],
]

/** The usual format of a year's releases. */
const formatOf = (date: string) => {
  const year = Number(date.slice(0, 4))
  return !year ? null : year < 1985 ? '12" Vinyl' : year < 2012 ? 'CD' : 'Digital Media'
}

function makeTrack(key: string, entry: TrackDescription, place: { position: number; number: string }): Track {
  const { title, seconds, artist = null } = entry
  return {
    id: mbidOf('track', `${key} / ${place.position}`),
    recordingId: mbidOf('recording', `${artist} / ${title} / ${seconds}`),
    ...place,
    title,
    // The service knows milliseconds.
    length: seconds === null ? null : seconds * 1000 + seeded(title).whole(0, 999),
    artist,
  }
}

/** Numbers the tracks of a medium: the sides of a vinyl record are letters. */
function numbersOf(count: number, format: string | null, medium: number): string[] {
  const side = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, place) => {
    if (!format?.includes('Vinyl')) return String(place + 1)
    const letter = String.fromCharCode(65 + medium * 2 + (place >= side ? 1 : 0))
    return `${letter}${(place >= side ? place - side : place) + 1}`
  })
}

function makeMedia(key: string, description: ReleaseDescription, tracks: TrackDescription[]): Medium[] {
  if (tracks.length === 0) return []
  const [, amount, name] = /^(?:(\d+)×)?(.*)$/.exec(description.format ?? '') ?? []
  const count = Math.min(Number(amount ?? 1), tracks.length)
  const format = name || null
  const size = Math.ceil(tracks.length / count)
  return Array.from({ length: count }, (_, medium) => {
    const own = tracks.slice(medium * size, (medium + 1) * size)
    const numbers = numbersOf(own.length, format, medium)
    const extra = (title: string, position: number) =>
      makeTrack(
        `${key} / ${medium} / extra`,
        { title, seconds: null },
        { position, number: String(position) },
      )
    return {
      id: mbidOf('medium', `${key} / ${medium}`),
      position: medium + 1,
      format,
      tracks: own.map((track, place) =>
        makeTrack(`${key} / ${medium}`, track, { position: place + 1, number: numbers[place]! }),
      ),
      pregap: description.pregap && medium === 0 ? extra(description.pregap, 0) : null,
      dataTracks:
        description.dataTrack && medium === count - 1 ? [extra(description.dataTrack, own.length + 1)] : [],
    }
  })
}

/** Editions that only have a title: each some years after the one before. */
function editionsOf({
  releaseTitles = [],
  releases,
  firstReleaseDate,
}: GroupDescription): ReleaseDescription[] {
  if (releases) return releases
  const year = Number(firstReleaseDate.slice(0, 4))
  return releaseTitles.map((title, place) => ({
    title,
    date: place === 0 ? firstReleaseDate : year ? String(Math.min(year + place * 7, 2026)) : '',
  }))
}

/** Makes the releases of a group: those described, or one with the group's own title and date. */
export function makeReleases(group: Group, description: GroupDescription): Release[] {
  const editions = editionsOf(description)
  const isAlone = editions.length === 0 && !description.releases
  const all = isAlone ? [{ title: group.title, date: group.firstReleaseDate }] : editions
  return all.map((entry: ReleaseDescription, place): Release => {
    const date = entry.date ?? ''
    const format = entry.format === undefined ? formatOf(date || group.firstReleaseDate) : entry.format
    const key = `${group.key} / ${entry.title} / ${date} / ${entry.country ?? ''} / ${place}`
    const [, script = null, language = null] = scripts.find(([letters]) => letters.test(entry.title)) ?? []
    const chance = seeded(`release ${key}`)
    const barcode = String(chance.whole(1e11, 9.99e11))
    let media: Medium[] | null = null
    return {
      id: entry.id ?? mbidOf('release', key),
      group,
      title: entry.title,
      disambiguation: entry.disambiguation ?? '',
      status: entry.status === undefined ? 'Official' : entry.status,
      date,
      country: entry.country ?? null,
      barcode: chance.chance(0.3) ? null : chance.chance(0.1) ? '' : barcode,
      language,
      script,
      // Made when they are first requested: most releases never are, and their tracks are many.
      get media() {
        return (media ??= makeMedia(key, { ...entry, format }, entry.tracks ?? description.tracks ?? []))
      },
      hasFront: !entry.darkened && (entry.hasFront ?? description.hasCover ?? true),
      darkened: entry.darkened ?? false,
    }
  })
}
