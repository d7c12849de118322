import { albumRef } from '../../shared/catalog.ts'
import * as shared from '../../shared/lists.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import { withBudget } from '../catalog/budget.ts'
import { publicProcedure, router, signedIn } from '../core/trpc.ts'
import { orFirstAnswer } from '../submissions/submissions.ts'
import { likeList } from './likes.ts'
import { cloneList, createList, removeList, saveList, setListAlbum } from './mutations.ts'
import { getProgress, listAlbums } from './read/entries.ts'
import { liveList } from './read/live.ts'
import { getDraft, getList, listOwn, listsOfPerson } from './read/queries.ts'
import { randomLists } from './read/random.ts'
import { searchLists } from './read/search.ts'

export const listsRouter = router({
  random: publicProcedure.query(({ ctx }) => randomLists(ctx.deps, ctx.viewer)),
  search: publicProcedure
    .input(shared.searchListsInput)
    .query(({ ctx, input }) => searchLists(ctx.deps, ctx, input)),
  get: publicProcedure
    .input(shared.listInput)
    .query(({ ctx, input }) => getList(ctx.deps, ctx.viewer, input)),
  albums: publicProcedure
    .input(shared.listAlbumsInput)
    .query(({ ctx, input }) => listAlbums(ctx.deps, ctx.viewer, input, ctx.texts().locale)),
  of: publicProcedure
    .input(shared.listsOfInput)
    .query(({ ctx, input }) => listsOfPerson(ctx.deps, ctx.viewer, input)),
  progress: signedIn
    .input(shared.listInput)
    .query(({ ctx, input }) => getProgress(ctx.deps, ctx.viewer, input)),
  live: publicProcedure
    .input(shared.liveListInput)
    .subscription(({ ctx, input, signal }) => liveList(ctx.deps, ctx.viewer, input, signal!)),
  /** Returns the id that later requests use. */
  choose: signedIn
    .input(albumRef)
    .mutation(({ ctx, input }): Promise<shared.ListAlbum> => resolveAlbum(withBudget(ctx), input)),
  draft: signedIn.input(shared.listInput).query(({ ctx, input }) => getDraft(ctx.deps, ctx.viewer, input)),
  create: signedIn
    .input(shared.createListInput)
    .mutation(({ ctx, input }) => createList(withBudget(ctx), ctx.viewer, input)),
  save: signedIn
    .input(shared.saveListInput)
    .mutation(({ ctx, input }) => saveList(withBudget(ctx), ctx.viewer, input)),
  clone: signedIn
    .input(shared.cloneListInput)
    .mutation(({ ctx, input }) => cloneList(ctx.deps, ctx.viewer, input)),
  remove: signedIn
    .input(shared.listInput)
    .mutation(({ ctx, input }) => removeList(ctx.deps, ctx.viewer, input)),
  mine: signedIn.input(shared.ownListsInput).query(({ ctx, input }) => listOwn(ctx.deps, ctx.viewer, input)),
  setAlbum: signedIn
    .input(shared.setListAlbumInput)
    .mutation(({ ctx, input }) =>
      orFirstAnswer(ctx, { procedure: 'lists.setAlbum', id: input.submission }, () =>
        setListAlbum(withBudget(ctx), ctx.viewer, input),
      ),
    ),
  like: signedIn
    .input(shared.likeListInput)
    .mutation(({ ctx, input }) => likeList(ctx.deps, ctx.viewer, input)),
})
