import { expect, it } from 'vitest'
import { placeAlbums } from '../../server/imports/ownLists.ts'
import { makeRandom } from '../torture/random.ts'

const notes = { note: '' }
const file = (albumIds: (number | null)[]) =>
  albumIds.map((albumId, index) => ({ albumId, place: index + 1, ...notes }))
const list = (albumIds: number[]) => albumIds.map((albumId) => ({ albumId, ...notes }))
const ids = (rows: { albumId: number }[]) => rows.map(({ albumId }) => albumId)

it.each([
  ['into an empty list', [], [1, 2, 3], [1, 2, 3], [1, 2, 3]],
  ['without those that are not found', [], [1, null, 3], [1, 3], [1, 3]],
  ['once each', [], [1, 1, 2], [1, 2], [1, 2]],
  ['between those of an earlier import', [1, 3], [1, 2, 3], [2], [1, 2, 3]],
  ['before an album that the person added', [1, 9], [1, 2], [2], [1, 2, 9]],
])('albums are placed %s', (_, before, inFile, found, after) => {
  const { rows } = placeAlbums(list(before), file(inFile), (albumId) => found.includes(albumId))
  expect(ids(rows)).toEqual(after)
})

it('a list that is found in parts, in any order, has the order of the file in the end and in between', () => {
  const seed = Math.floor(Math.random() * 1e9)
  const { below } = makeRandom(seed)
  for (let run = 0; run < 300; run++) {
    const whole = Array.from({ length: 1 + below(12) }, (_, index) => index + 1)
    let left = file(whole)
    let rows: { albumId: number; note: string }[] = []
    while (left.length > 0) {
      const found = new Set(left.filter(() => below(3) === 0).map(({ albumId }) => albumId))
      // The rest contains what was not found before; sometimes the user imports an older file again.
      const taken = below(4) === 0 ? file(whole) : left
      rows = placeAlbums(rows, taken, (albumId) => found.has(albumId)).rows
      expect(ids(rows), `seed ${seed}`).toEqual(ids(rows).toSorted((one, other) => one - other))
      left = left.filter(({ albumId }) => !found.has(albumId))
    }
    expect(ids(rows), `seed ${seed}`).toEqual(whole)
  }
})
