import type { Page } from '@playwright/test'
import { texts } from '../../shared/texts.ts'
import { archivist } from './pagesMany.ts'
import { dialog, fails, follow, items, press, said, waiting, waitsFor, type Place } from './pagesMeans.ts'
import { difficult, newcomer } from './pagesWorld.ts'
import { expect } from './plak.ts'
import { agree } from './spotify.ts'

const profile = (state: string, who: string | undefined, path: string, more: Partial<Place> = {}): Place => {
  const ready = (page: Page) => page.getByRole('tab', { name: 'Favorites' })
  return { page: 'Profile', state, path: `/profile/${path}`, ready, ...(who && { who }), ...more }
}

const connected = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Connect Spotify|Sync)$/ })
    .waitFor()
  if (await page.getByRole('button', { name: 'Connect Spotify' }).isVisible()) await agree(page, 'June')
  await expect(page.getByRole('button', { name: 'Sync', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recently played' })).toBeVisible()
}

/** The pages of people: their activity, tags and profiles. */
export const placesOfPeople: Place[] = [
  { page: 'Activity', state: 'log in first', path: '/activity', ready: said(texts.signInToView) },
  { page: 'Activity', state: 'many', path: '/activity', who: 'june', ready: items('Activity') },
  { page: 'Activity', state: 'empty', path: '/activity', who: newcomer, ready: items('Popular this week') },
  {
    page: 'Activity',
    state: 'loading',
    path: '/activity',
    who: 'june',
    ready: waiting,
    before: waitsFor('activity.feed'),
  },
  {
    page: 'Activity',
    state: 'failing',
    path: '/activity',
    who: 'june',
    ready: said('Try again'),
    before: fails('activity.feed'),
  },

  { page: 'Tags', state: 'visitor', path: '/profile/june/tags', ready: items('Tags') },
  {
    page: 'Tags',
    state: 'long names',
    path: `/profile/${difficult}/tags`,
    who: difficult,
    ready: items('Tags'),
  },
  {
    page: 'Tags',
    state: 'empty',
    path: `/profile/${newcomer}/tags`,
    who: newcomer,
    ready: said(texts.tags.none),
  },
  {
    page: 'Tags',
    state: 'not found',
    who: 'deniz',
    path: '/profile/nobody_here/tags',
    ready: said(texts.users.notFound),
  },
  {
    page: 'Tags',
    state: 'loading',
    path: '/profile/june/tags',
    ready: waiting,
    before: waitsFor('tags.list'),
  },
  {
    page: 'Tags',
    state: 'failing',
    path: '/profile/june/tags',
    ready: said('Try again'),
    before: fails('tags.list'),
  },
  {
    page: 'Tag',
    state: 'visitor',
    path: '/profile/june/tags/winter',
    ready: items('Winter'),
  },
  {
    page: 'Tag',
    state: 'own, long names',
    path: `/profile/${difficult}/tags/winter`,
    who: difficult,
    ready: items('Winter'),
  },
  {
    page: 'Tag',
    state: 'renaming',
    path: '/profile/june/tags/winter',
    who: 'june',
    arrange: press('Rename tag'),
    ready: dialog('Rename tag'),
    over: true,
  },
  {
    page: 'Tag',
    state: 'not found',
    who: 'deniz',
    path: '/profile/june/tags/none',
    ready: said(texts.tags.notFound),
  },
  {
    page: 'Tag',
    state: 'loading',
    path: '/profile/june/tags/winter',
    ready: waiting,
    before: waitsFor('tags.listenings'),
  },
  {
    page: 'Tag',
    state: 'failing',
    path: '/profile/june/tags/winter',
    ready: said('Try again'),
    before: fails('tags.listenings'),
  },

  { page: 'Listen later', state: 'log in first', path: '/listen-later', ready: said(texts.signInToView) },
  {
    page: 'Listen later',
    state: 'long names',
    path: '/listen-later',
    who: difficult,
    ready: items(texts.listenLater.albums),
  },
  {
    page: 'Listen later',
    state: 'thousands',
    path: '/listen-later',
    who: archivist,
    ready: items(texts.listenLater.albums),
    many: true,
  },
  {
    page: 'Listen later',
    state: 'empty',
    path: '/listen-later',
    who: newcomer,
    ready: said(texts.listenLater.none),
  },
  {
    page: 'Listen later',
    state: 'loading',
    path: '/listen-later',
    who: difficult,
    ready: waiting,
    before: waitsFor('listenLater.list'),
  },
  {
    page: 'Listen later',
    state: 'failing',
    path: '/listen-later',
    who: difficult,
    ready: said('Try again'),
    before: fails('listenLater.list'),
  },
  {
    page: 'Listen later',
    state: 'taken off',
    path: '/listen-later',
    who: difficult,
    over: true,
    arrange: press('Listen later'),
    ready: (page) => page.getByRole('button', { name: 'Undo' }),
  },

  profile('visitor', undefined, 'deniz'),
  profile('own', 'deniz', 'deniz'),
  profile('own, empty', newcomer, newcomer),
  profile('of somebody empty', 'deniz', newcomer),
  profile('long names', 'deniz', difficult),
  profile('listened', 'deniz', `${difficult}?tab=listened`, { ready: items('Listened') }),
  profile('reviews', 'deniz', `${difficult}?tab=reviews`, {
    ready: (page) => page.getByRole('tabpanel').getByRole('article').first(),
  }),
  profile('diary', difficult, `${difficult}?tab=diary`, {
    ready: (page) => page.getByRole('tabpanel').getByRole('listitem').first(),
  }),
  profile('thousands', 'deniz', `${archivist}?tab=diary`, { many: true }),
  profile('loading', 'deniz', 'june', { before: waitsFor('users.profile'), ready: waiting }),
  profile('failing', 'deniz', 'june', {
    before: fails('users.profile'),
    ready: said(texts.users.fetchFailed),
  }),
  profile('not found', 'deniz', 'nobody_at_all', { ready: said(texts.users.notFound) }),
  profile('followers', 'deniz', 'june', {
    over: true,
    arrange: press(/Followers/),
    ready: items('Followers'),
  }),
  profile('nobody follows', 'deniz', newcomer, {
    over: true,
    arrange: press(/Followers/),
    ready: (page) => page.getByRole('dialog').getByText(texts.follows.noFollowers),
  }),
  profile('top albums', 'deniz', 'deniz', {
    over: true,
    arrange: follow(press('Edit'), async (page) =>
      page.getByRole('dialog').getByRole('searchbox').fill('kid a'),
    ),
    ready: items('Albums found'),
  }),
  profile('delete account', 'deniz', 'deniz', {
    over: true,
    arrange: press('Delete Account'),
    ready: (page) => page.getByRole('dialog').getByLabel('Password', { exact: true }),
  }),
  profile('Spotify', 'kerem', 'kerem', {
    elsewhere: true,
    arrange: connected,
    ready: items('Top artists'),
  }),
  profile('Spotify playlist', 'kerem', 'kerem', {
    elsewhere: true,
    over: true,
    arrange: follow(connected, press(/On repeat/)),
    ready: items('Tracks'),
  }),
  profile('Spotify disconnection', 'kerem', 'kerem', {
    elsewhere: true,
    over: true,
    arrange: follow(connected, press('Disconnect')),
    ready: (page) => page.getByRole('dialog'),
  }),
]
