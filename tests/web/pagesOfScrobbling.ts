import { catalogues } from '../../server/lib/languages.ts'
import type { ScrobblingSettings } from '../../shared/plays.ts'
import { answers, fails, press, said, waitsFor, waiting, type Place } from './pagesMeans.ts'
import { newcomer } from './pagesWorld.ts'

const texts = catalogues.default.plays

/** Everything that can be said at once: a player with a problem, and two names, of which one is unknown. */
const settings: ScrobblingSettings = {
  on: true,
  listenBrainzUrl: 'https://plak.a-host-with-a-rather-long-name.example/listenbrainz',
  lastfmUrl: 'https://plak.a-host-with-a-rather-long-name.example/lastfm/2.0/',
  lastFour: '5e6f',
  lastContact: '2026-11-20T10:00:00.000Z',
  lastProblem: texts.problems.tooNew,
  lastfmUser: 'rj',
  listenBrainzUser: 'rob',
  hasLastfm: true,
  plays: 'followers',
  nowPlaying: 'everyone',
  pulls: {
    lastfm: { at: '2026-11-20T10:00:00.000Z', problem: null },
    listenbrainz: { at: null, problem: texts.pullProblems.unknownUser },
  },
}

const place = (state: string, rest: Pick<Place, 'ready'> & Partial<Place>): Place => ({
  page: 'Settings',
  state,
  path: '/settings/connections',
  who: newcomer,
  ...rest,
})

export const placesOfScrobbling: Place[] = [
  place('scrobbling', {
    before: answers('scrobbling.mine', () => ({ result: { data: settings } })),
    ready: said(texts.pullProblems.unknownUser),
  }),
  place('scrobbling just turned on', {
    arrange: press(texts.turnOn),
    ready: (page) => page.getByRole('textbox', { name: texts.secret, exact: true }),
  }),
  place('scrobbling loading', { before: waitsFor('scrobbling.mine'), ready: waiting }),
  place('scrobbling failing', { before: fails('scrobbling.mine'), ready: said('Try again') }),
]
