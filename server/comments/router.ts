import * as shared from '../../shared/comments.ts'
import { publicProcedure, router, signedIn } from '../core/trpc.ts'
import { orFirstAnswer } from '../submissions/submissions.ts'
import { likeComment } from './likes.ts'
import { addComment, removeComment } from './mutations.ts'
import { listComments, liveComments } from './queries.ts'

export const commentsRouter = router({
  list: publicProcedure
    .input(shared.commentsInput)
    .query(({ ctx, input }) => listComments(ctx.deps, ctx.viewer, input)),
  live: publicProcedure
    .input(shared.liveCommentsInput)
    .subscription(({ ctx, input, signal }) => liveComments(ctx.deps, ctx.viewer, input, signal!)),
  add: signedIn
    .input(shared.addCommentInput)
    .mutation(({ ctx, input }) =>
      orFirstAnswer(ctx, { procedure: 'comments.add', id: input.submission }, () =>
        addComment(ctx.deps, ctx.viewer, input),
      ),
    ),
  remove: signedIn
    .input(shared.removeCommentInput)
    .mutation(({ ctx, input }) => removeComment(ctx.deps, ctx.viewer, input)),
  like: signedIn
    .input(shared.likeCommentInput)
    .mutation(({ ctx, input }) => likeComment(ctx.deps, ctx.viewer, input)),
})
