import { z } from 'zod'
import { decadeInput } from '../../../shared/catalog.ts'
import { answers } from '../answers.ts'
import { get, list, remove, write, type Row } from '../row.ts'

const decade = z.coerce.number().pipe(decadeInput).optional()
const chosen = { sort: z.literal('date').optional(), decade }

export const peopleRows: Row[] = [
  get({
    path: '/me',
    procedure: 'auth.me',
    who: 'read',
    name: 'getMe',
    answer: answers.Viewer,
    call: async ({ caller }) => (await caller.auth.me())!,
  }),
  list({
    path: '/people',
    procedure: 'users.search',
    who: 'public',
    name: 'searchPeople',
    query: { query: z.string().default('') },
    item: answers.UserFound,
    call: async ({ caller, query: { query, cursor: after, limit } }) => {
      const found = await caller.users.search({ query, after, limit: limit + 1 })
      const items = found.slice(0, limit)
      return { items, next: found.length > limit ? items.at(-1)!.nickname : null }
    },
  }),
  get({
    path: '/people/{nickname}',
    procedure: 'users.profile',
    who: 'public',
    name: 'getPerson',
    answer: answers.Profile,
    call: ({ caller, params }) => caller.users.profile(params),
  }),
  list({
    path: '/people/{nickname}/diary',
    procedure: 'logs.diary',
    who: 'public',
    name: 'listDiary',
    item: answers.DiaryEntry,
    call: ({ caller, params, query }) => caller.logs.diary({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/reviews',
    procedure: 'logs.reviewsBy',
    who: 'public',
    name: 'listReviews',
    item: answers.Review,
    call: ({ caller, params, query }) => caller.logs.reviewsBy({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/listened',
    procedure: 'logs.listened',
    who: 'public',
    name: 'listListened',
    query: chosen,
    item: answers.ShelfEntry,
    call: ({ caller, params, query }) => caller.logs.listened({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/favorites',
    procedure: 'favorites.of',
    who: 'public',
    name: 'listFavorites',
    query: chosen,
    item: answers.AlbumCard,
    call: ({ caller, params, query }) => caller.favorites.of({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/lists',
    procedure: 'lists.of',
    who: 'public',
    name: 'listLists',
    item: answers.ListCard,
    call: ({ caller, params, query }) => caller.lists.of({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/tags',
    procedure: 'tags.list',
    who: 'public',
    name: 'listTags',
    item: answers.Tag,
    call: ({ caller, params, query }) => caller.tags.list({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/tags/{tag}',
    procedure: 'tags.listenings',
    who: 'public',
    name: 'listTagged',
    item: answers.ShelfEntry,
    more: { tag: answers.Tag },
    call: ({ caller, params, query }) => caller.tags.listenings({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/followers',
    procedure: 'follows.followers',
    who: 'public',
    name: 'listFollowers',
    item: answers.FollowCard,
    call: ({ caller, params, query }) => caller.follows.followers({ ...params, ...query }),
  }),
  list({
    path: '/people/{nickname}/following',
    procedure: 'follows.following',
    who: 'public',
    name: 'listFollowing',
    item: answers.FollowCard,
    call: ({ caller, params, query }) => caller.follows.following({ ...params, ...query }),
  }),
  write({
    method: 'PUT',
    path: '/people/{nickname}/follow',
    procedure: 'follows.set',
    name: 'follow',
    answer: answers.FollowState,
    call: ({ caller, params }) => caller.follows.set({ ...params, following: true }),
  }),
  remove({
    path: '/people/{nickname}/follow',
    procedure: 'follows.set',
    name: 'unfollow',
    call: ({ caller, params }) => caller.follows.set({ ...params, following: false }),
  }),
]
