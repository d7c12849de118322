import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from '../../shared/activity.ts'
import { isNewer, writeCursor } from '../../shared/cursor.ts'
import { arrivals, refetchAfter, hold, initialState, part, readFeed } from '../../web/activity/feed.ts'
import {
  changed,
  entry,
  heardAll,
  joined,
  left,
  makeWorld,
  moment,
  page,
  removed,
  reset,
  saved,
} from './feedWorld.ts'

const ids = (entries: ActivityEntry[]) => entries.map(({ id }) => id)

describe('the feed', () => {
  it('is the pages when nothing was received', () => {
    const pages = [page([entry(4), entry(3)], { more: true }), page([entry(2), entry(1)])]
    expect(ids(readFeed(pages, initialState))).toEqual([4, 3, 2, 1])
    expect(readFeed([], initialState)).toEqual([])
    expect(readFeed([page([])], initialState)).toEqual([])
  })

  it('takes new entries in at their place, by when they were made and then by id', () => {
    const pages = [page([entry(9), entry(2, { minute: 1 }), entry(1)])]
    const state = heardAll([
      saved(entry(12)),
      saved(entry(11)),
      saved(entry(5)),
      saved(entry(3, { minute: 1 })),
    ])
    expect(ids(readFeed(pages, state))).toEqual([12, 11, 9, 5, 3, 2, 1])
  })

  it('exchanges the name and the picture of a person in place, on pages and in what was received before', () => {
    const pages = [page([entry(2, { by: 'ada' }), entry(1, { by: 'bela' })])]
    const state = heardAll([
      saved(entry(3, { by: 'ada' })),
      changed('ada', 'adele'),
      changed('adele', 'adele', 'https://a.example/b'),
    ])
    expect(refetchAfter(pages, state)).toBe(0)
    expect(readFeed(pages, state).map(({ user }) => [user.nickname, user.avatar])).toEqual([
      ['adele', 'https://a.example/b'],
      ['adele', 'https://a.example/b'],
      ['bela', null],
    ])
  })

  it('does not take a later owner of a name for the earlier one', () => {
    const state = heardAll([changed('ada', 'adele'), saved(entry(4, { by: 'ada' })), left('ada')])
    const pages = [page([entry(2, { by: 'ada' })]), page([entry(1, { by: 'ada' })], { requestedAt: 1 })]
    expect(readFeed(pages, state).map(({ id, user }) => [id, user.nickname])).toEqual([[2, 'adele']])
  })

  it('knows that a person was left under their earlier name', () => {
    const pages = [page([entry(2, { by: 'ada' })])]
    expect(readFeed(pages, heardAll([left('ada'), changed('ada', 'adele')]))).toEqual([])
  })

  it('shows an entry once, in its newest version, in its own place', () => {
    const pages = [page([entry(3), entry(2), entry(1)])]
    const state = heardAll([
      saved(entry(2, { version: 2 })),
      saved(entry(2, { version: 3 })),
      saved(entry(2, { version: 2 })),
    ])
    expect(readFeed(pages, state).map(({ id, version }) => [id, version])).toEqual([
      [3, 1],
      [2, 3],
      [1, 1],
    ])
  })

  it('keeps the newer version of a page when the event is the older', () => {
    const pages = [page([entry(2, { version: 4 })])]
    expect(readFeed(pages, heardAll([saved(entry(2, { version: 3 }))]))[0]!.version).toBe(4)
  })

  it('keeps the very objects of what did not change', () => {
    const items = [entry(2), entry(1)]
    const [first, second] = readFeed([page(items)], heardAll([saved(entry(3))])).slice(1)
    expect([first === items[0], second === items[1]]).toEqual([true, true])
  })

  it('drops what is removed, however late an older page or event brings it again, until a newer version comes', () => {
    const events = [saved(entry(2)), removed(2), removed(1), saved(entry(2))]
    const shown = (told: typeof events) =>
      ids(readFeed([page([entry(3), entry(2), entry(1)])], heardAll(told)))
    expect([shown(events), shown([...events, saved(entry(2, { version: 2 }))])]).toEqual([[3], [3, 2]])
  })

  it('does not show an entry below the last loaded one while older pages remain', () => {
    const state = heardAll([saved(entry(2, { version: 2 })), saved(entry(8))])
    const first = page([entry(9), entry(7)], { more: true })
    expect(ids(readFeed([first], state))).toEqual([9, 8, 7])
    // It appears with the page that contains it, in the version of the event if that of the page is older.
    const all = readFeed([first, page([entry(6), entry(2), entry(1)])], state)
    expect(all.map(({ id, version }) => [id, version])).toEqual([
      [9, 1],
      [8, 1],
      [7, 1],
      [6, 1],
      [2, 2],
      [1, 1],
    ])
  })

  it('takes the last row of a page for its end, even when that row is gone', () => {
    const first = page([entry(9), entry(7)], { more: true })
    expect(ids(readFeed([first], heardAll([removed(7), saved(entry(6)), saved(entry(8))])))).toEqual([9, 8])
    const hollow = { ...page([]), next: writeCursor({ at: moment(5), id: 5 }) }
    expect(ids(readFeed([hollow], heardAll([saved(entry(4)), saved(entry(6))])))).toEqual([6])
  })
})

describe('a page that was requested after an event', () => {
  it('is the truth about it: what it does not hold is gone', () => {
    const state = heardAll([saved(entry(5)), saved(entry(2, { version: 2 }))])
    expect(ids(readFeed([page([entry(4), entry(1)], { requestedAt: 2 })], state))).toEqual([4, 1])
    expect(ids(readFeed([page([entry(4), entry(1)], { requestedAt: 1 })], state))).toEqual([4, 2, 1])
  })

  it('judges its own stretch alone', () => {
    const state = heardAll([saved(entry(9)), saved(entry(3))])
    const pages = [
      page([entry(8), entry(6)], { more: true, requestedAt: 0 }),
      page([entry(5)], { requestedAt: 2 }),
    ]
    expect(ids(readFeed(pages, state))).toEqual([9, 8, 6, 5])
  })
})

describe('leaving and joining a person', () => {
  const pages = [page([entry(4), entry(3, { by: 'other' }), entry(2)])]

  it('takes the entries of who was left, and holds back what comes late', () => {
    const state = heardAll([
      saved(entry(5)),
      left('author'),
      saved(entry(6)),
      saved(entry(7, { by: 'other' })),
    ])
    expect(ids(readFeed(pages, state))).toEqual([7, 3])
    expect(refetchAfter(pages, state)).toBe(0)
  })

  it('refetches the pages when a person joins, and keeps the shown ones until then', () => {
    const state = heardAll([joined('third')])
    expect(refetchAfter(pages, state)).toBe(1)
    expect(ids(readFeed(pages, state))).toEqual([4, 3, 2])
    const fresh = [
      page([entry(4), entry(3, { by: 'other' }), entry(2), entry(1, { by: 'third' })], { requestedAt: 1 }),
    ]
    expect(refetchAfter(fresh, state)).toBe(0)
    expect(ids(readFeed(fresh, state))).toEqual([4, 3, 2, 1])
  })

  it('a person who is followed again comes with the new pages and with later events', () => {
    const state = heardAll([saved(entry(5)), left('author'), joined('author'), saved(entry(6))])
    expect(ids(readFeed(pages, state))).toEqual([6, 3])
    const fresh = [page([entry(4, { version: 2 }), entry(3, { by: 'other' })], { requestedAt: 3 })]
    expect(ids(readFeed(fresh, state))).toEqual([6, 4, 3])
  })

  it('a page requested after the leaving knows better', () => {
    expect(ids(readFeed([page([entry(4)], { requestedAt: 1 })], heardAll([left('author')])))).toEqual([4])
  })

  it('a person who was followed again during a gap is received again after the reset', () => {
    const state = heardAll([left('author'), reset, saved(entry(6))])
    expect(ids(readFeed([page([entry(4)], { requestedAt: 2 })], state))).toEqual([6, 4])
  })
})

describe('a reset', () => {
  it('refetches the pages; events received meanwhile are kept, earlier ones are part of the pages', () => {
    const old = [page([entry(3), entry(2)])]
    const state = heardAll([saved(entry(4)), reset, saved(entry(6)), saved(entry(5))])
    expect(refetchAfter(old, state)).toBe(2)
    expect(ids(readFeed(old, state))).toEqual([6, 5, 4, 3, 2])
    // 4 was removed in the gap, 7 was created in it, and 6 arrived while the page was being fetched.
    const fresh = [page([entry(7), entry(5), entry(3)], { requestedAt: 2 })]
    expect(refetchAfter(fresh, state)).toBe(0)
    expect(ids(readFeed(fresh, state))).toEqual([7, 6, 5, 3])
  })

  it('refetches each of several pages', () => {
    const state = heardAll([reset])
    const pages = [page([entry(4)], { more: true, requestedAt: 1 }), page([entry(2)], { requestedAt: 0 })]
    expect(refetchAfter(pages, state)).toBe(1)
  })
})

describe('a page that is not at its top', () => {
  const before = [entry(5), entry(4), entry(2)]

  it('shows what stood there; what is new above or in between waits, what is older does not', () => {
    const held = hold(before)
    const { shown, waiting } = part(
      [entry(7), entry(6), entry(5), entry(4), entry(3), entry(2), entry(1)],
      held,
    )
    expect([ids(shown), ids(waiting)]).toEqual([
      [5, 4, 2, 1],
      [7, 6, 3],
    ])
  })

  it('changes and removals come at once', () => {
    const { shown } = part([entry(5, { version: 2 }), entry(2)], hold(before))
    expect(shown.map(({ id, version }) => [id, version])).toEqual([
      [5, 2],
      [2, 1],
    ])
  })

  it('at the top, or where nothing stood, nothing waits', () => {
    expect(part(before, null)).toEqual({ shown: before, waiting: [] })
    expect(part(before, hold([]))).toEqual({ shown: before, waiting: [] })
  })

  it('tells what came in above', () => {
    expect(ids(arrivals(before, [entry(7), entry(6), ...before, entry(1)]))).toEqual([7, 6])
    expect(ids(arrivals([], before))).toEqual([5, 4, 2])
    expect(arrivals(before, [entry(5, { version: 2 }), entry(3), entry(2)])).toEqual([])
  })
})

describe('whatever the order', () => {
  const inOrder = (entries: ActivityEntry[]) =>
    entries.every((one, index) => index === 0 || isNewer(entries[index - 1]!, one))

  it('of events, pages, refetches and lost stretches: in order all along, exactly the truth in the end', () => {
    for (let seed = 0; seed < 400; seed++) {
      const world = makeWorld(seed)
      for (let step = 0; step < 120; step++) {
        world.step()
        expect(inOrder(world.feed()), `seed ${seed}, step ${step}`).toBe(true)
      }
      world.settle()
      expect(world.feed(), `seed ${seed}`).toEqual(world.truth())
    }
  })
})
