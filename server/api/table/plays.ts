import { answers } from '../answers.ts'
import { get, list, remove, type Row } from '../row.ts'

export const playRows: Row[] = [
  list({
    path: '/plays',
    procedure: 'plays.mine',
    who: 'read',
    name: 'listPlays',
    item: answers.OwnPlay,
    call: ({ caller, query }) => caller.plays.mine(query),
  }),
  remove({
    path: '/plays/{id}',
    procedure: 'plays.remove',
    name: 'deletePlay',
    call: ({ caller, params }) => caller.plays.remove(params),
  }),
  list({
    path: '/people/{nickname}/plays',
    procedure: 'plays.of',
    who: 'public',
    name: 'listPlaysOf',
    item: answers.Play,
    call: ({ caller, params, query }) => caller.plays.of({ ...params, ...query }),
  }),
  get({
    path: '/people/{nickname}/now-playing',
    procedure: 'plays.nowPlaying',
    who: 'public',
    name: 'getNowPlaying',
    answer: answers.NowPlaying.nullable(),
    call: ({ caller, params }) => caller.plays.nowPlaying(params),
  }),
]
