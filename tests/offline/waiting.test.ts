import { expect, it } from 'vitest'
import { withoutTakenBack } from '../../web/offline/overlay.ts'
import { withoutOld, withThing, type Waiting } from '../../web/offline/waiting.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const DAY = 24 * 60 * 60 * 1000
let last = 0
const common = () => ({
  submission: String(++last),
  account: 'one',
  madeAt: now,
  state: 'waiting' as const,
  isTried: false,
})
const heart = (favorite: boolean, part: Partial<Waiting> = {}, album = 'Dummy'): Waiting =>
  ({
    ...common(),
    procedure: 'favorites.set',
    input: { artist: 'Portishead', album, favorite },
    ...part,
  }) as Waiting
const log = (review = ''): Waiting => ({
  ...common(),
  procedure: 'logs.add',
  input: { artist: 'Björk', album: 'Homogenic', review },
})
const queue = (...things: Waiting[]) => things.reduce<Waiting[]>((all, thing) => withThing(all, thing)!, [])

it('a heart that is set and taken back before it was sent is nothing', () => {
  expect(queue(heart(true), log(), heart(false))).toMatchObject([{ procedure: 'logs.add' }])
  expect(queue(heart(false), heart(true))).toEqual([])
  expect(queue(heart(true), heart(true))).toHaveLength(1)
})

it('that may have reached the server, of another album or account, or refused is something', () => {
  expect(queue(heart(true, { isTried: true }), heart(false))).toHaveLength(2)
  expect(queue(heart(true), heart(false, { isTried: true }))).toHaveLength(2)
  expect(queue(heart(true), heart(false, {}, 'Third'))).toHaveLength(2)
  expect(queue(heart(true), heart(false, { account: 'two' }))).toHaveLength(2)
  expect(queue(heart(true, { state: 'refused' }), heart(false))).toHaveLength(2)
})

it('that was taken back is not shown, also if both are sent', () => {
  const tried = { isTried: true }
  const pair = queue(heart(true, tried), log(), heart(false))
  expect(withoutTakenBack(pair)).toEqual([pair[1]])
  const more = queue(heart(true, tried), heart(false, tried), heart(true))
  expect(withoutTakenBack(more)).toEqual([more[2]])
  const others = queue(heart(true, tried), heart(false, tried, 'Third'), heart(true, tried))
  expect(withoutTakenBack(others)).toEqual(others)
  const refused = queue(heart(true, { state: 'refused' }), heart(false))
  expect(withoutTakenBack(refused)).toEqual(refused)
})

it('at most 200 things and a million bytes fit', () => {
  const many = queue(...Array.from({ length: 200 }, () => log()))
  expect(withThing(many, log())).toBeNull()
  const large = queue(log('x'.repeat(600_000)))
  expect(withThing(large, log('x'.repeat(400_000)))).toBeNull()
  expect(withThing(large, log('x'.repeat(300_000)))).toHaveLength(2)
  expect(withThing(large, log('ş'.repeat(300_000)))).toBeNull()
})

it('nothing is kept for longer than 30 days', () => {
  const things = [heart(true, { madeAt: now - 31 * DAY }), heart(true, { madeAt: now - 29 * DAY })]
  expect(withoutOld(things, now)).toEqual([things[1]])
})
