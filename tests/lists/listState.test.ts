import { describe, expect, it } from 'vitest'
import type { ListHead } from '../../shared/lists.ts'
import { confirmLike, requestLike } from '../../web/likes/likeState.ts'
import {
  addRow,
  emptyList,
  keyOf,
  moveRow,
  newRow,
  removeRow,
  rowFailed,
  rowFound,
  sameList,
} from '../../web/lists/editorState.ts'
import { problemsOf } from '../../web/lists/listProblems.ts'
import { applyEvent, initialState, readList, type NumberedList } from '../../web/lists/listState.ts'

const head = (version: number): ListHead => ({
  id: 7,
  version,
  name: `Name ${version}`,
  description: '',
  owner: { nickname: 'maker', avatar: null },
  albumCount: 1,
  visibility: 'everyone',
  hidden: false,
  ranked: false,
  noted: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
})
const page = (version: number, requestedAt = 0): NumberedList => ({
  ...head(version),
  likeCount: 1,
  liked: false,
  clonedFrom: null,
  live: '',
  requestedAt,
})
const saved = (version: number) => ({ type: 'list.saved', list: head(version) }) as const

describe('a list that is watched', () => {
  it('shows its newest version, whatever is received or read last', () => {
    const state = [saved(3), saved(2)].reduce(
      (before, event, at) => applyEvent(before, at + 1, event),
      initialState,
    )
    expect(readList(page(1), state).name).toBe('Name 3')
    expect(readList(page(4), state).name).toBe('Name 4')
  })
  it('counts what was told after the page, and the own request above it', () => {
    const told = applyEvent(initialState, 1, { type: 'list.liked', id: 7, likeCount: 5 })
    expect(readList(page(1), told)).toMatchObject({ likeCount: 5, liked: false })
    expect(readList(page(1, 1), told)).toMatchObject({ likeCount: 1 })
    const pending = { ...told, likes: requestLike(told.likes, 2, readList(page(1), told), true) }
    expect(readList(page(1), pending)).toMatchObject({ likeCount: 6, liked: true })
    const renamed = applyEvent(
      { ...pending, likes: confirmLike(pending.likes, 3, 7, 2, { liked: true, likeCount: 6 }) },
      4,
      saved(2),
    )
    expect(readList(page(1), renamed)).toMatchObject({ name: 'Name 2', likeCount: 6, liked: true })
  })
  it('shows its owner as they are now: after the page or the event that named them, and not before', () => {
    const changed = {
      type: 'user.changed',
      nickname: 'maker',
      user: { nickname: 'writer', avatar: 'a.png' },
    } as const
    const state = applyEvent(initialState, 1, changed)
    expect(readList(page(1), state).owner).toEqual(changed.user)
    expect(readList(page(1, 1), state).owner.nickname).toBe('maker')
    const told = applyEvent(state, 2, saved(2))
    expect(readList(page(1), told).owner.nickname).toBe('maker')
    expect(readList(page(1), applyEvent(told, 3, changed)).owner.nickname).toBe('writer')
  })
  it('is gone for good', () => {
    const gone = applyEvent(initialState, 1, { type: 'list.removed', id: 7 })
    expect(applyEvent(gone, 2, saved(2)).isGone).toBe(true)
  })
})

const kidA = { artist: 'Radiohead', name: 'Kid A', image: null, year: null }
const dummy = { artist: 'Portishead', name: 'Dummy', image: null, year: null }
const both = [kidA, dummy]
  .map(newRow)
  .reduce((list, row) => addRow(list, row), { ...emptyList, name: 'Both' })
const names = (list: typeof both) => list.rows.map(({ album }) => album.name)

describe('a list that is edited', () => {
  it('holds an album once, also under another name that the catalogue corrects', () => {
    expect(names(addRow(both, newRow({ ...kidA, name: 'KID A!' })))).toEqual(['Kid A', 'Dummy'])
    const known = rowFound(both, keyOf(kidA), { ...kidA, id: 1 })
    const misspelt = addRow(known, newRow({ ...kidA, name: 'Kid Aa' }))
    expect(names(rowFound(misspelt, misspelt.rows[2]!.key, { ...kidA, id: 1 }))).toEqual(['Kid A', 'Dummy'])
  })
  it('keeps a row that is moved or removed while its number is on the way', () => {
    const moved = moveRow(both, 0, 1)
    expect(names(rowFound(moved, keyOf(kidA), { ...kidA, id: 1 }))).toEqual(['Dummy', 'Kid A'])
    expect(names(rowFound(removeRow(both, keyOf(kidA)), keyOf(kidA), { ...kidA, id: 1 }))).toEqual(['Dummy'])
  })
  it('says what is wrong by its field', () => {
    expect(problemsOf(emptyList)).toEqual({
      name: 'Please enter a list name',
      albums: 'Please select at least one album',
    })
    expect(problemsOf(both)).toEqual({})
    expect(problemsOf(rowFailed(both, keyOf(dummy), 'Album not found')).albums).toMatch(/could not be added/)
  })
  it('is the same when only its spaces are others, and another in another order', () => {
    expect(sameList(both, { ...both, name: ' Both ' })).toBe(true)
    expect(sameList(both, moveRow(both, 0, 1))).toBe(false)
  })
})
