import { texts } from '../../shared/texts.ts'
import { pageTexts } from '../../shared/texts/pageTexts.ts'
import { dialog, fails, items, press, said, waiting, waitsFor, type Place } from './pagesMeans.ts'
import { difficult, newcomer } from './pagesWorld.ts'

const { listening } = pageTexts.default

/** The page of plays, and the prompts that several pages show. */
export const placesOfPlays: Place[] = [
  { page: 'Plays', state: 'log in first', path: '/plays', ready: said(texts.signInToView) },
  { page: 'Plays', state: 'long names', path: '/plays', who: difficult, ready: items(listening.plays) },
  { page: 'Plays', state: 'empty', path: '/plays', who: newcomer, ready: said(listening.noPlays) },
  {
    page: 'Plays',
    state: 'deleting all',
    path: '/plays',
    who: difficult,
    arrange: press(listening.deleteAllPlays),
    ready: dialog(listening.deleteAllTitle),
    over: true,
  },
  {
    page: 'Plays',
    state: 'loading',
    path: '/plays',
    who: difficult,
    ready: waiting,
    before: waitsFor('plays.mine'),
  },
  {
    page: 'Plays',
    state: 'failing',
    path: '/plays',
    who: difficult,
    ready: said('Try again'),
    before: fails('plays.mine'),
  },
  {
    page: 'Activity',
    state: 'prompts',
    path: '/activity',
    who: difficult,
    ready: items(listening.prompts),
  },
  { page: 'Home', state: 'prompts', path: '/', who: difficult, ready: items(listening.prompts) },
]
