import { nameKey } from '../../../shared/albumKey.ts'
import type { AlbumType } from '../../../shared/albumTypes.ts'
import type { CreditedArtist } from '../../clients/musicbrainz/fields.ts'
import { foldedName } from '../foldedName.ts'
import { albumTypeOf, isOfficial, type Group } from '../groups.ts'
import { readingsOf, titleForms, unknownReading, type Reading } from './titles.ts'

/** Names of an album, and the year of its first release if it is known. */
export type Names = { artist: string; album: string; year?: number | null }

/**
 * How certain a match is, from the most certain: the steps of the ladder. A group is linked at the first step that has exactly one.
 */
export const steps = {
  /** the group's title and the artists as they are credited */
  exact: 0,
  /** an alias, the title of an edition */
  alias: 1,
  /** without accents and articles, 'and' for '&', credited artists in another order */
  folded: 2,
  /** without the bracket that names the edition, the year or the type */
  edition: 3,
  /** one of several credited artists */
  credited: 4,
  /** most words of a long title */
  similar: 5,
} as const
type Step = (typeof steps)[keyof typeof steps]

export type Decision =
  | { state: 'linked'; group: Group; step: Step }
  | { state: 'ambiguous'; candidates: Group[]; step: Step }
  | { state: 'none' }

/** Decides which release group an album is. Nothing is guessed: several equal groups are `ambiguous`. */
export function decide(names: Names, groups: readonly Group[]): Decision {
  const matches = groups.flatMap((group) => {
    const match = matchOf(names, group)
    return match ? [{ group, ...match }] : []
  })
  if (matches.length === 0) return decideUnknown(names, groups)
  const step = Math.min(...matches.map((match) => match.step)) as Step
  const best = matches.filter((match) => match.step === step)
  const pool = step === steps.similar ? mostSimilar(best) : best
  const titleYear = pool.find((match) => match.year !== null)?.year ?? null
  const rest = preferred(
    pool.map(({ group }) => group),
    names.year ?? titleYear,
    preferenceOf,
  )
  const [only] = rest
  // 'Weezer (2019)' can be a namesake that the service does not know.
  const isOther = titleYear !== null && rest.every((group) => yearOf(group) !== titleYear)
  if (rest.length > 1 || isOther) return { state: 'ambiguous', candidates: rest, step }
  return { state: 'linked', group: only!, step }
}

/** An album with an addition of unknown meaning ('Kid A (Aurora)') is never linked, but a person can choose. */
function decideUnknown(names: Names, groups: readonly Group[]): Decision {
  const album = unknownReading(names.album)
  const decision = album === null ? null : decide({ ...names, album }, groups)
  if (!decision || decision.state === 'none' || decision.step > steps.folded) return { state: 'none' }
  const candidates = decision.state === 'linked' ? [decision.group] : decision.candidates
  return { state: 'ambiguous', candidates, step: steps.similar }
}

/** The facts that decide between albums of the same names. */
type Preference = { isOfficial: boolean; year: number | null; isSingle: boolean }

const preferenceOf = (group: Group): Preference => ({
  isOfficial: isOfficial(group),
  year: yearOf(group),
  isSingle: typeOf(group) === 'single',
})

/** Decides between albums of the same names: official ones, then those of the year, then those that are not a single. */
export function preferred<Each>(
  albums: readonly Each[],
  year: number | null,
  preference: (album: Each) => Preference,
): Each[] {
  const official = orAll(albums, (album) => preference(album).isOfficial)
  const ofYear = year === null ? [] : official.filter((album) => preference(album).year === year)
  const isSingle = (album: Each) => preference(album).isSingle
  const longer = orAll(ofYear.length > 0 ? ofYear : official, (album) => !isSingle(album))
  // Only a single has the year of an album: one of both is wrong.
  const isDoubtful = ofYear.length > 0 && longer.every(isSingle) && !official.every(isSingle)
  return isDoubtful ? official : longer
}

const orAll = <Each>(albums: readonly Each[], isPreferred: (album: Each) => boolean): Each[] => {
  const some = albums.filter(isPreferred)
  return some.length > 0 ? some : [...albums]
}

const yearOf = ({ firstReleaseDate }: Group) =>
  firstReleaseDate ? Number(firstReleaseDate.slice(0, 4)) : null
const typeOf = (group: Group): AlbumType | null => albumTypeOf(group)

type Match = { step: Step; year: number | null; similarity: number }

function matchOf({ artist, album }: Names, group: Group): Match | null {
  const artistStep = artistStepOf(artist, group)
  if (artistStep === null) return null
  const title = titleMatchOf(album, group)
  if (!title) return null
  // One of several artists is only enough with the whole title.
  if (artistStep === steps.credited && title.step > steps.folded) return null
  return { ...title, step: Math.max(artistStep, title.step) as Step }
}

/** Returns how certainly a name is the artist of a group; null if it is another artist. Names are never split. */
export function artistStepOf(
  artist: string,
  { artist: credit, artists }: Pick<Group, 'artist' | 'artists'>,
): Step | null {
  const exact = nameKey(artist)
  const whole = [credit, artists.map(({ mainName, joinPhrase }) => mainName + joinPhrase).join('')]
  if (whole.some((name) => nameKey(name) === exact)) return steps.exact
  const [first] = artists
  const folded = foldedName(artist)
  if (artists.length === 1 && first) {
    const isVarious = VARIOUS.has(folded) && VARIOUS.has(foldedName(first.mainName))
    if (isVarious || first.aliases.some(({ name }) => nameKey(name) === exact)) return steps.alias
  }
  const others = artists.map(foldedNamesOf)
  const count = mostCredited(folded, others)
  if (count === artists.length && count > 0) return steps.folded
  return count > 0 ? steps.credited : null
}

const VARIOUS = new Set(
  ['Various Artists', 'Various', 'VA', 'V/A', 'Verschiedene', 'Artistes divers', 'Çeşitli Sanatçılar'].map(
    foldedName,
  ),
)

const foldedNamesOf = ({ name, mainName, aliases }: CreditedArtist): string[] => [
  ...new Set([name, mainName, ...aliases.map((alias) => alias.name)].map(foldedName)),
]

const JOINT = /^(?:and|feat|ft|featuring|with|vs|versus|x|con|avec|mit|ile|presents?)?(?:the)?/u

/** Returns how many of the artists a folded name consists of, in any order; 0 if it contains anything else. */
function mostCredited(folded: string, artists: readonly string[][]): number {
  if (folded === '') return 0
  let most = 0
  for (const [index, names] of artists.entries()) {
    const others = artists.filter((_, other) => other !== index)
    for (const name of names) {
      if (folded === name) most = Math.max(most, 1)
      else if (folded.startsWith(name)) {
        const rest = folded.slice(name.length)
        const [joint] = JOINT.exec(rest)!
        const more = Math.max(mostCredited(rest, others), mostCredited(rest.slice(joint.length), others))
        if (more > 0) most = Math.max(most, more + 1)
      }
    }
  }
  return most
}

function titleMatchOf(album: string, group: Group): Match | null {
  const step = titleStepOf(album, group)
  if (step !== null) return { step, year: null, similarity: 1 }
  const readings = readingsOf(album).filter((reading) => isReading(reading, group))
  const [reading] = readings.toSorted((a, b) => Number(b.hint !== null) - Number(a.hint !== null))
  if (reading)
    return {
      step: reading.hint === null ? steps.edition : steps.folded,
      year: reading.year,
      similarity: 1,
    }
  const similarity = similarityOf(album, group)
  return similarity >= FLOOR ? { step: steps.similar, year: null, similarity } : null
}

function isReading({ title, type, hint }: Reading, group: Group): boolean {
  if (titleStepOf(title, group) === null || (type !== null && typeOf(group) !== type)) return false
  return hint === null || otherNamesOf(group).some((name) => foldedName(name) === foldedName(hint))
}

const otherNamesOf = ({ aliases, disambiguation }: Group): string[] => [
  ...aliases.map(({ name }) => name),
  ...(disambiguation ? [disambiguation] : []),
]

function titleStepOf(album: string, { title, aliases, editions }: Group): Step | null {
  const asked = titleForms(album)
  const own = titleForms(title)
  if (own.exact === asked.exact) return steps.exact
  const others = [...aliases.map(({ name }) => name), ...editions.map((edition) => edition.title)].map(
    titleForms,
  )
  if (others.some(({ exact }) => exact === asked.exact)) return steps.alias
  return [own, ...others].some(({ folded }) => folded === asked.folded) ? steps.folded : null
}

/** Similarity from which a long title is accepted, and the distance to the next best one. */
const [FLOOR, MARGIN] = [0.9, 0.05]

const wordsOf = (title: string): string[] => nameKey(title).split('_').map(foldedName).filter(Boolean)
/** Short words and numbers tell the parts of a series apart. */
const isDecisive = (word: string) => word.length <= 2 || /\d/.test(word) || /^[ivx]+$/.test(word)

/** Returns how many words two titles share, from 0 to 1. Titles of which one does not contain the other are not similar. */
function similarityOf(album: string, { title }: Group): number {
  const [short, long] = [wordsOf(album), wordsOf(title)].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  const missing = [...long]
  for (const word of short) {
    const place = missing.indexOf(word)
    if (place < 0) return 0
    missing.splice(place, 1)
  }
  if (missing.some(isDecisive) || missing.length === 0) return 0
  return (2 * short.length) / (short.length + long.length)
}

function mostSimilar<Each extends Match>(matches: Each[]): Each[] {
  const most = Math.max(...matches.map(({ similarity }) => similarity))
  return matches.filter(({ similarity }) => similarity > most - MARGIN)
}
