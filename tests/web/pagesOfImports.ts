import type { Page } from '@playwright/test'
import { catalogues } from '../../server/lib/languages.ts'
import type { ImportState } from '../../shared/importKinds.ts'
import type { ImportRowView, ImportView, RowCounts } from '../../shared/imports.ts'
import { answer, dialog, fails, follow, press, said, waitsFor, waiting, type Place } from './pagesMeans.ts'

const texts = catalogues.default

// The states of an import as mocked responses: reading a real file could not be paused for a picture.

const none: RowCounts = {
  looking: 0,
  ready: 0,
  decide: 0,
  here: 0,
  missing: 0,
  unreadable: 0,
  left: 0,
  written: 0,
}

const anImport = (state: ImportState, more: Partial<ImportView> = {}): ImportView => ({
  id: 1,
  state,
  done: 0.42,
  counts: { ...none, ready: 412, decide: 12, here: 31, missing: 4, unreadable: 2, looking: 120 },
  albums: 214,
  secondsLeft: 240,
  isAway: false,
  format: 'rateYourMusic',
  fileName: 'user_albums_export.txt',
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: null,
  endedAt: null,
  error: null,
  asks: {
    scale: null,
    dateOrder: null,
    encoding: null,
    timeZone: null,
    columns: null,
    visibility: 'everyone',
    wishes: true,
    follows: null,
  },
  follows: [],
  notTaken: {},
  hasRows: false,
  hasRest: false,
  canUndo: false,
  undone: null,
  ...more,
})

const row = (number: number, more: Partial<ImportRowView> = {}): ImportRowView => ({
  row: number,
  kind: 'listening',
  state: 'ready',
  why: null,
  artist: 'Radiohead',
  album: 'Kid A',
  found: { artist: 'Radiohead', name: 'Kid A', image: null, year: null },
  date: '2024-03-12',
  rating: 9,
  review: 'Came back to it after a long winter, and it was colder than I remembered.',
  tags: ['late night', 'winter'],
  relisten: true,
  visibility: 'everyone',
  heard: null,
  list: null,
  nickname: null,
  ...more,
})

const rows: ImportRowView[] = [
  row(0),
  row(1, {
    artist: 'Bjork',
    album: 'Homogenic (Deluxe)',
    found: null,
    state: 'looking',
    review: '',
    tags: [],
  }),
  row(2, { album: 'Amnesiac', found: null, state: 'decide', why: texts.imports.why.decide, date: null }),
  row(3, { state: 'here', why: texts.imports.why.day, relisten: false }),
  row(4, {
    artist: 'Nobody at all',
    album: 'x',
    found: null,
    state: 'missing',
    why: texts.imports.why.missing,
  }),
  row(5, { artist: '', album: '', found: null, state: 'unreadable', why: texts.imports.why.noArtist }),
  row(6, { kind: 'wish', date: null, rating: 0, review: '', tags: [], relisten: false, visibility: null }),
  row(7, {
    kind: 'listed',
    date: null,
    rating: 0,
    review: '',
    tags: [],
    list: { name: 'The best of all times and of some others', place: 12, note: 'Side two above all.' },
  }),
  row(8, {
    state: 'decide',
    why: texts.imports.why.heard,
    rating: 0,
    review: '',
    tags: [],
    relisten: false,
    heard: { first: '2019-05-01', last: '2024-02-29', tracks: 10, plays: 84 },
  }),
  row(9, { kind: 'follow', nickname: 'june', artist: '', album: '', found: null, visibility: null }),
]

const told = (data: unknown) => () => ({ result: { data } })
const shows = (...items: ImportView[]) =>
  answer({
    'imports.list': told({ items, next: null, live: '' }),
    'imports.get': told(items[0]),
    'imports.rows': told({ items: rows, next: null }),
    'imports.proposals': told({
      artist: 'Radiohead',
      album: 'Amnesiac',
      albums: [
        { artist: 'Radiohead', name: 'Amnesiac', image: null, year: null },
        { artist: 'Radiohead', name: 'Amnesiac (Special Edition)', image: null, year: null },
      ],
    }),
  })

const table = anImport('preview', {
  format: 'table',
  fileName: 'mine.csv',
  secondsLeft: 0,
  asks: {
    scale: '5',
    dateOrder: 'dayFirst',
    encoding: 'windows-1254',
    timeZone: null,
    columns: [
      { name: 'Sanatçı', role: 'artist', sample: ['Barış Manço', 'Selda'] },
      { name: 'Albüm', role: 'album', sample: ['2023', 'Türkülerimiz'] },
      { name: 'Ne zaman', role: 'date', sample: ['03.04.2021', '11.12.2020'] },
      { name: 'Yıldız', role: 'rating', sample: ['4,5', '3'] },
      { name: 'Bir şeyler', role: 'none', sample: ['x'.repeat(200)] },
    ],
    visibility: 'followers',
    wishes: null,
    follows: null,
  },
})
const ours = anImport('preview', {
  format: 'plak',
  fileName: 'plak-deniz-2026-11-20.zip',
  secondsLeft: 0,
  asks: { ...anImport('preview').asks, visibility: null, wishes: null, follows: true },
  follows: ['june', 'deniz'],
})
const past = [
  anImport('done', {
    id: 4,
    counts: { ...none, written: 412, here: 31, missing: 4, unreadable: 2 },
    endedAt: '2026-11-20T11:00:00.000Z',
    hasRows: true,
    hasRest: true,
    canUndo: true,
  }),
  anImport('failed', { id: 3, format: null, counts: none, error: texts.imports.unknownFile }),
  anImport('undone', { id: 2, counts: none, undone: { removed: 400, kept: 12 } }),
]

const place = (state: string, ready: Place['ready'], more: Partial<Place> = {}): Place => ({
  page: 'Import',
  state,
  path: '/import',
  who: 'deniz',
  ready,
  ...more,
})
const seen = (page: Page) => page.getByRole('table', { name: texts.imports.rows })

export const placesOfImports: Place[] = [
  { page: 'Import', state: 'log in first', path: '/import', ready: said(texts.signInToView) },
  place('empty', said(texts.imports.none)),
  place('loading', waiting, { before: waitsFor('imports.list') }),
  place('failing', said('Try again'), { before: fails('imports.list') }),
  place('reading', (page) => page.getByRole('progressbar'), { before: shows(anImport('reading')) }),
  place('preview', seen, { before: shows(anImport('preview'), ...past) }),
  place('preview of a table', seen, { before: shows(table) }),
  place('preview of our own', seen, { before: shows(ours) }),
  place('stopped', said(texts.imports.stopped), {
    before: shows(
      anImport('preview', {
        startedAt: '2026-11-20T10:30:00.000Z',
        counts: { ...none, written: 200, ready: 212, looking: 12 },
      }),
    ),
  }),
  place('importing', seen, { before: shows(anImport('importing')) }),
  place('choosing', dialog(texts.imports.choose), {
    before: shows(anImport('preview')),
    arrange: press(texts.imports.choose),
    over: true,
  }),
  place('past', seen, { before: shows(...past), arrange: press(texts.imports.details) }),
  place('undoing', dialog(texts.imports.undo), {
    before: shows(...past),
    arrange: follow(press(texts.imports.undo)),
    over: true,
  }),
]
