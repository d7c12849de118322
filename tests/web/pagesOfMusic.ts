import type { Page } from '@playwright/test'
import { texts } from '../../shared/texts.ts'
import {
  answers,
  dialog,
  fails,
  follow,
  h1,
  items,
  press,
  said,
  typeInSearch,
  waiting,
  waitsFor,
  type Place,
} from './pagesMeans.ts'
import { difficult, newcomer } from './pagesWorld.ts'
import { callOf } from './plak.ts'

const long =
  'Most of the Remixes We Made for Other People over the Years, Except for the One We Lost and Others'
const longArtist = 'İbrahim Çağdaş ve 深夜特急 Şarkıcılar Topluluğu'
const longAlbum = `/album/${encodeURIComponent(longArtist)}/${encodeURIComponent(long)}`
const renamed = async (page: Page) => {
  await page.route(callOf('catalog.album'), async (route) => {
    const input = encodeURIComponent(JSON.stringify({ 0: { artist: 'Portishead', album: 'Dummy' } }))
    const response = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/input=[^&]*/, `input=${input}`),
    })
    const [{ result }] = (await response.json()) as [{ result: { data: { tracks: { name: string }[] } } }]
    const tracks = result.data.tracks.map((track, index) => (index < 2 ? { ...track, name: long } : track))
    const data = { ...result.data, tracks, name: long, artist: longArtist }
    await route.fulfill({ response, json: [{ result: { data } }] })
  })
}

const album = (state: string, more: Partial<Place> = {}): Place => {
  return {
    page: 'Album',
    state,
    path: '/album/Radiohead/Kid%20A',
    who: 'deniz',
    ready: said('Reviews'),
    ...more,
  }
}

const logDialog = press('Log')

/** The pages of music, and the parts that are on every page. */
export const placesOfMusic: Place[] = [
  { page: 'Home', state: 'visitor', path: '/', ready: items('Trending Albums') },
  { page: 'Home', state: 'signed in', path: '/', who: 'deniz', ready: items('Trending Albums') },
  { page: 'Home', state: 'long names', path: '/', who: difficult, ready: items('Listen later') },
  { page: 'Home', state: 'get started', path: '/', who: newcomer, ready: said('Get started') },
  {
    page: 'Home',
    state: 'loading',
    path: '/',
    ready: waiting,
    before: follow(waitsFor('lists.random'), waitsFor('catalog.popular')),
  },
  {
    page: 'Home',
    state: 'failing',
    path: '/',
    ready: said(texts.catalog.popularAlbumsFailed),
    before: follow(fails('lists.random'), fails('catalog.popular')),
  },
  {
    page: 'Home',
    state: 'no lists',
    path: '/',
    ready: said(texts.lists.none),
    before: answers('lists.random', () => ({ result: { data: [] } })),
  },

  {
    page: 'Top bar',
    state: 'menu',
    path: '/',
    who: 'deniz',
    only: 'narrow',
    over: true,
    arrange: press('Menu'),
    ready: (page) => page.getByRole('button', { name: 'Logout' }),
  },
  {
    page: 'Top bar',
    state: 'menu of a visitor',
    path: '/',
    only: 'narrow',
    over: true,
    arrange: press('Menu'),
    ready: (page) => page.getByRole('navigation', { name: 'Main' }).last(),
  },
  {
    page: 'Top bar',
    state: 'account menu',
    path: '/',
    who: difficult,
    only: 'wide',
    over: true,
    arrange: press('Account menu'),
    ready: (page) => page.getByRole('menuitem', { name: 'Logout' }),
  },
  {
    page: 'Top bar',
    state: 'quick search',
    path: '/',
    who: 'deniz',
    over: true,
    arrange: typeInSearch('ra'),
    ready: (page) => page.getByRole('option').nth(8),
  },
  {
    page: 'Top bar',
    state: 'quick search, nothing',
    path: '/',
    over: true,
    arrange: typeInSearch('zzzqqq'),
    ready: (page) => page.getByRole('combobox').locator('..').getByText(texts.catalog.nothingFound).first(),
  },
  { page: 'Top bar', state: 'no page', path: '/no/such/page', ready: h1('Page not found') },

  {
    page: 'Albums',
    state: 'popular',
    path: '/albums',
    who: 'deniz',
    ready: (page) => page.getByRole('button', { name: 'Next' }),
  },
  { page: 'Albums', state: 'Japanese', path: '/albums?q=音楽', ready: said('音楽図鑑') },
  { page: 'Albums', state: 'nothing', path: '/albums?q=zzzqqq', ready: said(texts.catalog.noAlbums) },
  { page: 'Albums', state: 'loading', path: '/albums', ready: waiting, before: waitsFor('catalog.popular') },
  {
    page: 'Albums',
    state: 'failing',
    path: '/albums',
    ready: said(texts.catalog.popularAlbumsFailed),
    before: fails('catalog.popular'),
  },

  album('visitor', { who: undefined }),
  album('with its log', { path: '/album/Portishead/Dummy', who: 'june' }),
  album('other listens', {
    path: '/album/Portishead/Dummy',
    who: 'june',
    arrange: press(/^\d+ listens$/),
    ready: items('More listens by june'),
  }),
  album('no reviews', { path: '/album/Sezen%20Aksu/G%C3%BCl%C3%BCmse', who: newcomer }),
  album('thousands of reviews', { path: '/album/Portishead/Dummy', many: true }),
  album('long names', { path: longAlbum, before: renamed, ready: h1(/Most of the Remixes/) }),
  album('Japanese', { path: `/album/${encodeURIComponent('坂本龍一')}/${encodeURIComponent('音楽図鑑')}` }),
  album('loading', { before: waitsFor('catalog.album'), ready: h1('Kid A') }),
  album('failing', { before: fails('catalog.album'), ready: said(texts.loadFailed) }),
  album('not found', { path: '/album/Nobody/Nothing', ready: h1(texts.catalog.albumNotFound) }),
  album('all tracks', {
    only: 'narrow',
    arrange: press(texts.catalog.allTracks(10)),
    ready: (page) => page.getByRole('button', { name: texts.ui.showLess }),
  }),
  album('thread', {
    arrange: press(/^(Comment|\d+ comments?)$/),
    ready: (page) => page.getByRole('textbox', { name: 'Comment' }),
  }),
  album('log dialog', {
    over: true,
    arrange: logDialog,
    ready: (page) => page.getByRole('slider', { name: 'Rating' }),
  }),
  album('log again', {
    path: '/album/Portishead/Dummy',
    who: 'june',
    over: true,
    arrange: follow(press('Log again'), async (page) => {
      await page.getByRole('textbox', { name: 'Date' }).fill('2020-05-05')
      await page.getByRole('combobox', { name: 'Visible to' }).selectOption('followers')
    }),
    ready: (page) => page.getByRole('slider', { name: 'Rating' }),
  }),
  album('log dialog, calendar', {
    over: true,
    arrange: follow(logDialog, press('Choose from calendar')),
    ready: (page) => page.getByRole('grid'),
  }),
  album('log dialog, wrong', {
    over: true,
    arrange: follow(
      logDialog,
      async (page) => page.getByRole('textbox', { name: 'Date' }).fill('2999-01-01'),
      press('Save'),
    ),
    ready: (page) => page.getByText(texts.logs.dateFuture),
  }),
  album('removal asked', {
    who: difficult,
    over: true,
    arrange: follow(logDialog, press('Remove log')),
    ready: dialog('Remove this log?'),
  }),
  album('add to list', {
    over: true,
    who: 'june',
    arrange: press('Add to list'),
    ready: items('Your lists'),
  }),

  {
    page: 'Artists',
    state: 'popular',
    path: '/artists',
    ready: (page) => page.getByRole('button', { name: 'Next' }),
  },
  {
    page: 'Artists',
    state: 'loading',
    path: '/artists',
    ready: waiting,
    before: waitsFor('catalog.popularArtists'),
  },
  { page: 'Artist', state: 'known', path: '/artist/Radiohead', who: 'deniz', ready: items('Albums') },
  {
    page: 'Artist',
    state: 'Japanese',
    path: `/artist/${encodeURIComponent('坂本龍一')}`,
    ready: items('Albums'),
  },
  {
    page: 'Artist',
    state: 'loading',
    path: '/artist/Radiohead',
    before: waitsFor('catalog.artist'),
    ready: h1('Radiohead'),
  },
  {
    page: 'Artist',
    state: 'failing',
    path: '/artist/Radiohead',
    before: fails('catalog.artist'),
    ready: said(texts.loadFailed),
  },

  { page: 'Search', state: 'empty', path: '/search', ready: said(/Search for an album/) },
  {
    page: 'Search',
    state: 'unreadable',
    path: '/share',
    who: 'deniz',
    ready: said(texts.sharing.unreadable),
  },
  { page: 'Search', state: 'everything', path: '/search?q=radio', who: 'deniz', ready: items('Albums') },
  { page: 'Search', state: 'users', path: '/search?q=de&tab=users', ready: said('deniz') },
  { page: 'Search', state: 'nothing', path: '/search?q=zzzqqq', ready: said(texts.catalog.noResults) },
]
