import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { addCommentInput, type Thread } from '../../../shared/comments.ts'
import { listShows, listSorts } from '../../../shared/listPlace.ts'
import { createListInput, saveListInput } from '../../../shared/lists.ts'
import { answers } from '../answers.ts'
import { create, get, list, live, remove, write, type Caller, type OperationName, type Row } from '../row.ts'

async function readList(caller: Caller, id: number) {
  const { live: _, ...view } = await caller.lists.get({ id })
  return view
}

/** Returns null instead of the failure 'not found', because a DELETE can be repeated. */
const orNull = <Result>(asked: Promise<Result>): Promise<Result | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') return null
    throw error
  })

export const listRows: Row[] = [
  list({
    path: '/lists',
    procedure: 'lists.search',
    who: 'public',
    name: 'searchLists',
    query: { query: z.string().default('') },
    item: answers.ListCard,
    call: ({ caller, query }) => caller.lists.search(query),
  }),
  create({
    path: '/lists',
    procedure: 'lists.create',
    name: 'createList',
    body: createListInput.omit({ submission: true }),
    answer: answers.ListView,
    location: ({ id }) => `/lists/${id}`,
    call: async ({ caller, body, submission }) => {
      const { id } = await caller.lists.create({ ...body, submission })
      return await readList(caller, id)
    },
  }),
  get({
    path: '/lists/{id}',
    procedure: 'lists.get',
    who: 'public',
    name: 'getList',
    answer: answers.ListView,
    call: ({ caller, params: { id } }) => readList(caller, id),
  }),
  write({
    method: 'PUT',
    path: '/lists/{id}',
    procedure: 'lists.save',
    name: 'saveList',
    body: saveListInput.omit({ id: true }),
    answer: answers.ListView,
    call: async ({ caller, params: { id }, body }) => {
      await caller.lists.save({ ...body, id })
      return await readList(caller, id)
    },
  }),
  remove({
    path: '/lists/{id}',
    procedure: 'lists.remove',
    name: 'deleteList',
    call: async ({ caller, params }) => {
      // A list of somebody else is refused.
      if (await orNull(caller.lists.get(params))) await caller.lists.remove(params)
    },
  }),
  list({
    path: '/lists/{id}/albums',
    procedure: 'lists.albums',
    who: 'public',
    name: 'listListAlbums',
    query: { show: z.enum(listShows).default('all'), sort: z.enum(listSorts).default('order') },
    item: answers.ListEntry,
    call: ({ caller, params, query }) => caller.lists.albums({ ...params, ...query }),
  }),
  write({
    method: 'PUT',
    path: '/lists/{id}/albums/{artist}/{album}',
    procedure: 'lists.setAlbum',
    name: 'addListAlbum',
    answer: answers.ListView,
    call: async ({ caller, params }) => {
      await caller.lists.setAlbum({ ...params, contained: true })
      return await readList(caller, params.id)
    },
  }),
  remove({
    path: '/lists/{id}/albums/{artist}/{album}',
    procedure: 'lists.setAlbum',
    name: 'removeListAlbum',
    call: ({ caller, params }) => caller.lists.setAlbum({ ...params, contained: false }),
  }),
  live({
    path: '/lists/{id}/live',
    procedure: 'lists.live',
    who: 'public',
    name: 'watchList',
    events: ['list.saved', 'list.liked', 'list.removed', 'user.changed'],
    call: ({ caller, params, query }) => caller.lists.live({ ...params, ...query }),
  }),
  write({
    method: 'PUT',
    path: '/lists/{id}/like',
    procedure: 'lists.like',
    name: 'likeList',
    answer: answers.LikeState,
    call: ({ caller, params }) => caller.lists.like({ ...params, liked: true }),
  }),
  remove({
    path: '/lists/{id}/like',
    procedure: 'lists.like',
    name: 'unlikeList',
    call: ({ caller, params }) => caller.lists.like({ ...params, liked: false }),
  }),
]

/** Comments of the thread at this path. */
const threadRows = (
  path: '/lists/{id}/comments' | '/reviews/{id}/comments',
  names: { list: OperationName; create: OperationName },
  threadOf: (id: number) => Thread,
): Row[] => [
  list({
    path,
    procedure: 'comments.list',
    who: 'public',
    name: names.list,
    item: answers.Comment,
    more: { count: z.int().nonnegative() },
    call: ({ caller, params, query }) => caller.comments.list({ thread: threadOf(params.id), ...query }),
  }),
  create({
    path,
    procedure: 'comments.add',
    name: names.create,
    body: addCommentInput.pick({ text: true }),
    answer: answers.Comment,
    location: ({ id }) => `/comments/${id}`,
    call: async ({ caller, params, body, submission }) => {
      const thread = threadOf(params.id)
      return (await caller.comments.add({ ...body, thread, submission })).comment
    },
  }),
]

export const commentRows: Row[] = [
  ...threadRows('/lists/{id}/comments', { list: 'listListComments', create: 'commentOnList' }, (id) => ({
    list: id,
  })),
  ...threadRows(
    '/reviews/{id}/comments',
    { list: 'listReviewComments', create: 'commentOnReview' },
    (id) => ({ review: id }),
  ),
  remove({
    path: '/comments/{id}',
    procedure: 'comments.remove',
    name: 'deleteComment',
    call: ({ caller, params }) => orNull(caller.comments.remove(params)),
  }),
  write({
    method: 'PUT',
    path: '/comments/{id}/like',
    procedure: 'comments.like',
    name: 'likeComment',
    answer: answers.LikeState,
    call: ({ caller, params }) => caller.comments.like({ ...params, liked: true }),
  }),
  remove({
    path: '/comments/{id}/like',
    procedure: 'comments.like',
    name: 'unlikeComment',
    call: ({ caller, params }) => caller.comments.like({ ...params, liked: false }),
  }),
]
