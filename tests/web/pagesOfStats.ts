import type { Page } from '@playwright/test'
import { texts } from '../../shared/texts.ts'
import { pageTexts } from '../../shared/texts/pageTexts.ts'
import { fails, h1, said, waiting, waitsFor, type Place } from './pagesMeans.ts'
import { difficult, newcomer } from './pagesWorld.ts'

const { stats } = pageTexts.default
const year = new Date().getUTCFullYear()

const section = (name: string) => (page: Page) => page.getByRole('heading', { level: 2, name })
const statistics = (nickname: string) => `/profile/${nickname}/stats`
const ofYear = (nickname: string) => `/profile/${nickname}/${year}`

/** Statistics and the pages of years. */
export const placesOfStats: Place[] = [
  { page: 'Statistics', state: 'visitor', path: statistics('june'), ready: section(stats.topArtists) },
  {
    page: 'Statistics',
    state: 'long names',
    path: statistics(difficult),
    who: difficult,
    ready: section(stats.topArtists),
  },
  {
    page: 'Statistics',
    state: 'empty',
    path: statistics(newcomer),
    who: newcomer,
    ready: said(stats.none),
  },
  {
    page: 'Statistics',
    state: 'not found',
    who: 'deniz',
    path: statistics('nobody_here'),
    ready: said(texts.users.notFound),
  },
  {
    page: 'Statistics',
    state: 'loading',
    who: 'deniz',
    path: statistics('june'),
    ready: waiting,
    before: waitsFor('stats.of'),
  },
  {
    page: 'Statistics',
    state: 'failing',
    who: 'deniz',
    path: statistics('june'),
    ready: said('Try again'),
    before: fails('stats.of'),
  },
  { page: 'Year', state: 'visitor', path: ofYear('june'), ready: h1(stats.yearInAlbums(year)) },
  {
    page: 'Year',
    state: 'long names',
    path: ofYear(difficult),
    who: difficult,
    ready: h1(stats.yearInAlbums(year)),
  },
  {
    page: 'Year',
    state: 'empty',
    path: ofYear(newcomer),
    who: newcomer,
    ready: said(stats.nothingYet(year)),
  },
  {
    page: 'Year',
    state: 'not found',
    path: '/profile/june/1901',
    ready: said(texts.layout.pageNotFoundHint),
  },
  {
    page: 'Year',
    state: 'loading',
    who: 'deniz',
    path: ofYear('june'),
    ready: waiting,
    before: waitsFor('stats.year'),
  },
  {
    page: 'Year',
    state: 'failing',
    who: 'deniz',
    path: ofYear('june'),
    ready: said('Try again'),
    before: fails('stats.year'),
  },
]
