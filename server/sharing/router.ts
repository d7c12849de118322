import { sharedThingInput } from '../../shared/sharing.ts'
import { router, signedIn } from '../core/trpc.ts'
import { findShared } from './target/find.ts'

export const sharingRouter = router({
  find: signedIn.input(sharedThingInput).query(({ ctx, input }) => findShared(ctx, input)),
})
