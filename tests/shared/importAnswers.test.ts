import { expect, it } from 'vitest'
import { withAnswers } from '../../shared/importAnswers.ts'
import type { ImportAsks } from '../../shared/imports.ts'

const column = (name: string) => ({ name, role: 'none' as const, sample: [] })
const asks: ImportAsks = {
  scale: '10',
  dateOrder: null,
  encoding: 'utf-8',
  timeZone: null,
  columns: [column('A'), column('B'), column('C')],
  visibility: 'everyone',
  wishes: null,
  follows: null,
}

it('two choices of columns build on each other', () => {
  const first = withAnswers(asks, { columns: ['artist', 'none', 'none'] })
  const roles = first.columns!.map(({ role }) => role).with(1, 'album')
  expect(withAnswers(first, { columns: roles }).columns).toEqual([
    { ...column('A'), role: 'artist' },
    { ...column('B'), role: 'album' },
    column('C'),
  ])
})

it('answers questions that the file has, and no others', () => {
  const answered = withAnswers(asks, { scale: '5', timeZone: 'UTC', visibility: 'me' })
  expect(answered).toEqual({ ...asks, scale: '5', visibility: 'me' })
  expect(withAnswers({ ...asks, columns: null }, { columns: ['artist'] }).columns).toBeNull()
})
