import type {
  AliasDescription,
  ArtistDescription,
  CreditDescription,
  GroupDescription,
  ReleaseDescription,
  Tag,
  TrackDescription,
} from './description.ts'
import { mbidOf } from './ids.ts'

const columns = (text: string) => text.split('|').map((part) => part.trim())
const split = (text: string) =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)

/** Parses 'name @locale!': a name in a language; the exclamation mark makes it the primary one. */
function parseAlias(text: string): AliasDescription {
  const [, name, locale, primary] = /^(.*?) @([\w-]+)(!)?$/.exec(text) ?? []
  return name ? { name, locale, primary: Boolean(primary), type: null } : text
}

/** Parses 'name votes, name votes'. */
const parseTags = (text: string): Tag[] =>
  text.split(',').map((tag) => {
    const [, name, count] = /^(.+) (\d+)$/.exec(tag.trim()) ?? []
    if (!name) throw new Error(`demo/catalog/groups: a tag without votes: ${tag}`)
    return { name, count: Number(count) }
  })

function parseTrack(text: string): TrackDescription {
  const [, title, minutes, seconds, artist] = /^(.*) (?:(\d+):(\d\d)|-)(?: @(.+))?$/.exec(text) ?? []
  if (!title) throw new Error(`demo/catalog/groups: a track without a duration: ${text}`)
  return { title, seconds: minutes ? Number(minutes) * 60 + Number(seconds) : null, artist }
}

/** Parses 'A | " & " | B': names and what joins them. 'Jay = JAY' is an artist with another name on this release. */
function parseCredit(text: string): CreditDescription[] {
  const parts = columns(text)
  return parts
    .filter((_, place) => place % 2 === 0)
    .map((part, place) => {
      const [name, artist = name] = part.split(' = ')
      return {
        name: name!,
        artist: artist!,
        joinphrase: parts[place * 2 + 1]?.replace(/^"|"$/g, '') ?? '',
      }
    })
}

function parseArtist(text: string): ArtistDescription {
  const [name, type, country, sortName, begin, disambiguation] = columns(text)
  if (!name) throw new Error(`demo/catalog/groups: a broken artist: ${text}`)
  return {
    name,
    type: type || null,
    country: country || null,
    sortName: sortName || undefined,
    begin: begin || null,
    disambiguation: disambiguation ?? '',
    aliases: [],
    formerIds: [],
  }
}

function parseGroup(text: string, { name, disambiguation }: ArtistDescription): GroupDescription {
  const [title, date, types, tags] = columns(text)
  if (!title || !date || !types) throw new Error(`demo/catalog/groups: a broken group: ${text}`)
  const [primaryType, ...secondaryTypes] = types
    .split('/')
    .map((type) => (type === 'Mixtape' ? ['Mixtape/Street'] : [type]))
    .flat()
  return {
    artistCredit: [{ name, artist: name, disambiguation }],
    title,
    firstReleaseDate: date === '-' ? '' : date,
    primaryType: primaryType === '-' ? null : primaryType!,
    secondaryTypes,
    tags: tags ? parseTags(tags) : [],
    aliases: [],
    formerIds: [],
  }
}

function parseRelease(text: string): ReleaseDescription {
  const [title, date, country, status, format, note = ''] = columns(text)
  const [, kind, rest = ''] = /^(pregap|data|darkened)(?: (.*))?$/.exec(note) ?? []
  return {
    title: title!,
    date,
    country: country || null,
    status: status === '-' ? null : status || 'Official',
    format: format || undefined,
    disambiguation: kind ? '' : note,
    ...(kind === 'pregap' && { pregap: rest }),
    ...(kind === 'data' && { dataTrack: rest }),
    ...(kind === 'darkened' && { darkened: true }),
  }
}

type Step = { index: number; fraction: number }

/** Replaces '{}' by the number of a series, and '1998~2004' by the year at its place. */
const fill = (text: string, { index, fraction }: Step) =>
  text
    .replace(/\{(?:\d+-\d+)?\}/g, String(index))
    .replace(/(\d{4})~(\d{4})/g, (_, first, last) =>
      String(Math.round(Number(first) + fraction * (Number(last) - Number(first)))),
    )

/** The numbers of a series: 'Volume {1-12}' is twelve. */
function stepsOf(text: string): Step[] | null {
  const [, first, last] = /\{(\d+)-(\d+)\}/.exec(text) ?? []
  if (!first) return null
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, place) => ({
    index: Number(first) + place,
    fraction: place / Math.max(count - 1, 1),
  }))
}

function addToGroup(group: GroupDescription, kind: string, text: string) {
  if (kind === '=') group.aliases!.push(...split(text).map(parseAlias))
  else if (kind === '+') (group.tracks ??= []).push(...split(text).map(parseTrack))
  else if (kind === '&') group.artistCredit = parseCredit(text)
  else if (kind === '#' && text === '-') group.releases = []
  else if (kind === '#') {
    const releases = (stepsOf(text) ?? [null]).map((step) => parseRelease(step ? fill(text, step) : text))
    ;(group.releases ??= []).push(...releases)
  } else if (text.startsWith('former ')) group.formerIds!.push(mbidOf('release-group', text.slice(7)))
  else throw new Error(`demo/catalog/groups: a line of no kind: ${kind} ${text}`)
}

function addToArtist(artist: ArtistDescription, kind: string, text: string) {
  if (kind === '=') artist.aliases!.push(...split(text).map(parseAlias))
  else if (text.startsWith('former ')) artist.formerIds!.push(mbidOf('artist', text.slice(7)))
  else throw new Error(`demo/catalog/groups: a line of no kind: ${kind} ${text}`)
}

/**
 * Parses the descriptions of release groups. The first character of a line is its type:
 * `*` an artist (name | type | country | sort name | begin | disambiguation)
 * `-` a release group (title | date | types | tags with votes); 'Volume {1-12}' and '1998~2004' make a series
 * `=` aliases of the artist or the group above it
 * `&` the group's credit, if it is not the artist above it
 * `+` tracks, separated by semicolons
 * `#` a release (title | date | country | status | format | note); a status of '-' means that it has none, and '-' alone that the group has no release
 * `!` 'former …', the name of an id that was merged into the one above
 */
export function parseGroups(text: string): { artists: ArtistDescription[]; groups: GroupDescription[] } {
  const artists: ArtistDescription[] = []
  const groups: GroupDescription[] = []
  let series: { group: GroupDescription; step: Step | null }[] = []
  for (const line of text.split('\n')) {
    const kind = line[0] ?? ''
    const rest = line.slice(2).trim()
    const artist = artists.at(-1)
    if (line.trim() === '' || line.startsWith('//')) continue
    if (kind === '*') {
      artists.push(parseArtist(rest))
      series = []
    } else if (!artist) throw new Error(`demo/catalog/groups: nothing above this line: ${line}`)
    else if (kind === '-') {
      series = (stepsOf(rest) ?? [null]).map((step) => ({
        group: parseGroup(step ? fill(rest, step) : rest, artist),
        step,
      }))
      groups.push(...series.map(({ group }) => group))
    } else if (series.length === 0) addToArtist(artist, kind, rest)
    else for (const { group, step } of series) addToGroup(group, kind, step ? fill(rest, step) : rest)
  }
  return { artists, groups }
}
