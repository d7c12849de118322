import { albums as catalogue } from '../../demo/catalog/catalog.ts'
import { visibilities } from '../../shared/levels.ts'
import { makeRandom, type Random } from '../torture/random.ts'

type Album = { artist: string; name: string }

/** Texts that are easily damaged by tables and spreadsheets. */
const pieces = [
  '=1+1',
  '="007"',
  "'=1",
  "''quoted''",
  '"Quoted", she said',
  'one\ntwo',
  'one\r\ntwo\n\nthree',
  '@home',
  '-minus',
  '+plus',
  'مرحبا يا عالم!',
  'Ters \u202Eliste',
  '🎧👩‍👩‍👧',
  'tab\there',
  'a;b,c|d',
  'back\\slash',
  'ends with a quote"',
  'İıŞş Çç',
  '2024-01-02',
  '3,5',
  'TRUE',
]
const tags = ['winter', 'Late Night', 'kış', 'a, b', 'a\\b', '=tag', '#1', 'x;y', '🎧', "'q", '-', '"t"']

/** Albums of the demo's catalogue with different names, ignoring case. */
const known: Album[] = catalogue.slice(0, 60).map(({ artist, name }) => ({ artist, name }))

/** An album that is in no diary. */
export const oneMore: Album = { artist: catalogue[60]!.artist, name: catalogue[60]!.name }

function makeText({ below, pick }: Random): string {
  const parts = Array.from({ length: 1 + below(3) }, () => pick(pieces))
  return parts.join(pick([' ', '\n'])).trim()
}

function some<Item>({ below }: Random, items: readonly Item[], count: number): Item[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!)
}

/** Creates a random plak.json with everything that an import reads; the same for the same seed. */
export function randomDiary(seed: number) {
  const random = makeRandom(seed)
  const { below, pick } = random
  let minutes = 0
  const moment = () => new Date(Date.UTC(2024, 0, 1, 0, ++minutes, below(60), below(1000))).toISOString()
  const day = () => new Date(Date.UTC(2020, 0, 1 + below(40))).toISOString().slice(0, 10)
  const text = () => makeText(random)
  const albums = some(random, known, 14)
  const listenings = Array.from({ length: 30 }, () => {
    const createdAt = moment()
    const review = below(3) === 0 ? null : text()
    return {
      album: pick(albums),
      date: below(4) === 0 ? null : day(),
      rating: below(11),
      review,
      tags: some(random, tags, below(4)),
      relisten: below(2) === 0,
      visibility: pick(visibilities),
      source: 'manual',
      createdAt,
      reviewedAt: review === null ? null : createdAt,
      updatedAt: createdAt,
    }
  }).toSorted((one, other) => (one.date ?? '').localeCompare(other.date ?? ''))
  const names = ['Cold', 'Cold', 'cold', text().replace(/\s+/g, ' ').slice(0, 100).trim(), '=Sum']
  const lists = names.map((name) => {
    const createdAt = moment()
    return {
      name,
      description: below(2) === 0 ? '' : text(),
      visibility: pick(visibilities),
      ranked: below(2) === 0,
      clonedFrom: null,
      createdAt,
      updatedAt: createdAt,
      albums: some(random, albums, 1 + below(9)).map((album) => ({
        album,
        note: below(2) === 0 ? '' : text(),
        addedAt: createdAt,
      })),
    }
  })
  return {
    format: 'plak-export',
    version: 1,
    exportedAt: moment(),
    account: { nickname: 'somebody', defaultVisibility: 'everyone' },
    listenings,
    hearts: some(random, albums, 6).map((album) => ({ album, createdAt: moment() })),
    lists,
    listenLater: some(random, albums, 7).map((album) => ({ album, addedOn: day(), createdAt: moment() })),
    topFour: some(random, albums, 4).map((album) => ({ album })),
    follows: ['deniz', 'fatma'].map((nickname) => ({ following: { nickname }, createdAt: moment() })),
    forReading: {},
  }
}

export type Diary = ReturnType<typeof randomDiary>
