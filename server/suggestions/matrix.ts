import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import { publicLoves } from './loves.ts'
import { makeNearest, SIMILAR, type Nearest } from './nearest.ts'

// Everybody's public loves in memory, as numbers in a row: a hundred thousand people with four million loves need 50 MB, and
// comparing one of them with all others takes about a millisecond.

const PAGE = 500

export type Lover = { id: number; suggestMe: boolean; personalSuggestions: boolean }

const loversAfter = statement(({ after }: { after: number }) =>
  kysely
    .selectFrom('User')
    .select(['id', 'suggestMe', 'personalSuggestions'])
    .where('id', '>', after)
    .where('disabledAt', 'is', null)
    .where('isPrivate', '=', false)
    .orderBy('id')
    .limit(PAGE),
)
const lovesOf = statement(({ userIds }: { userIds: number[] }) => publicLoves('userId', userIds))

/** Rows of different lengths in one array: row `n` is from `starts[n]` to `starts[n + 1]`. */
type Rows = { starts: Uint32Array; values: Uint32Array }

export type Matrix = {
  lovers: Lover[]
  /** number of albums that anybody loves */
  albums: number
  lovesCount: (lover: number) => number
  compare: (lover: number, isExcluded: (id: number) => boolean) => Nearest
}

/** `pass` is called between pages. */
export async function readMatrix(db: Tx, pass: () => Promise<void>): Promise<Matrix> {
  const lovers: Lover[] = []
  const albumIndex = new Map<number, number>()
  const pages: { lover: Uint32Array; album: Uint32Array }[] = []
  for (;;) {
    const page = await loversAfter(db, { after: lovers.at(-1)?.id ?? 0 })
    const first = lovers.length
    for (const each of page)
      lovers.push({
        ...each,
        suggestMe: Boolean(each.suggestMe),
        personalSuggestions: Boolean(each.personalSuggestions),
      })
    const indexOf = new Map(page.map(({ id }, index) => [id, first + index]))
    const loves = page.length === 0 ? [] : await lovesOf(db, { userIds: page.map(({ id }) => id) })
    pages.push({
      lover: Uint32Array.from(loves, ({ userId }) => indexOf.get(userId)!),
      album: Uint32Array.from(loves, ({ albumId }) => {
        const known = albumIndex.get(albumId)
        if (known !== undefined) return known
        albumIndex.set(albumId, albumIndex.size)
        return albumIndex.size - 1
      }),
    })
    await pass()
    if (page.length < PAGE) break
  }
  const albumsOf = rowsBy(
    lovers.length,
    pages.map(({ lover, album }) => ({ rows: lover, values: album })),
  )
  const loversOf = rowsBy(
    albumIndex.size,
    pages.map(({ lover, album }) => ({ rows: album, values: lover })),
  )
  return { lovers, albums: albumIndex.size, ...comparing(lovers, albumsOf, loversOf) }
}

function rowsBy(count: number, pages: readonly { rows: Uint32Array; values: Uint32Array }[]): Rows {
  const starts = new Uint32Array(count + 1)
  for (const { rows } of pages) for (const row of rows) starts[row + 1]!++
  for (let row = 0; row < count; row++) starts[row + 1]! += starts[row]!
  const ends = starts.slice()
  const values = new Uint32Array(starts[count]!)
  for (const page of pages)
    for (let index = 0; index < page.rows.length; index++)
      values[ends[page.rows[index]!]!++] = page.values[index]!
  return { starts, values }
}

/** The most albums of one person that are counted as common with another one. */
const MOST = 65_535

function comparing(
  lovers: readonly Lover[],
  albumsOf: Rows,
  loversOf: Rows,
): Pick<Matrix, 'compare' | 'lovesCount'> {
  const lovesCount = (lover: number) => albumsOf.starts[lover + 1]! - albumsOf.starts[lover]!
  const both = new Uint16Array(lovers.length)
  const found = new Uint32Array(lovers.length)
  // Zero for those who must not be suggested.
  const weights = Float64Array.from(lovers, ({ suggestMe }, lover) =>
    suggestMe ? 1 / Math.sqrt(lovesCount(lover)) : 0,
  )
  /** Counts the common albums of this person with each other one; returns how many have enough of them, who are in `found`. */
  function count(lover: number): number {
    let similar = 0
    const end = Math.min(albumsOf.starts[lover + 1]!, albumsOf.starts[lover]! + MOST)
    for (let at = albumsOf.starts[lover]!; at < end; at++) {
      const album = albumsOf.values[at]!
      const last = loversOf.starts[album + 1]!
      for (let place = loversOf.starts[album]!; place < last; place++) {
        const other = loversOf.values[place]!
        if (++both[other]! === SIMILAR) found[similar++] = other
      }
    }
    return similar
  }
  return {
    lovesCount,
    compare(lover, isExcluded) {
      both.fill(0)
      const similar = count(lover)
      const loves = lovesCount(lover)
      const nearest = makeNearest(loves, isExcluded)
      let least = 0
      for (let index = 0; index < similar; index++) {
        const other = found[index]!
        if (both[other]! * weights[other]! <= least || other === lover) continue
        nearest.add({ id: lovers[other]!.id, both: both[other]!, loves: lovesCount(other) })
        least = nearest.least() * Math.sqrt(loves)
      }
      return nearest.nearest
    },
  }
}
