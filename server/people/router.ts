import { blockedAndMutedInput, muteInput } from '../../shared/people.ts'
import { nicknameInput } from '../../shared/users.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { blockPerson, unblockPerson } from './blocks.ts'
import { mutePerson, unmutePerson } from './mutes.ts'
import { listBlockedAndMuted, listMuted } from './queries.ts'

export const peopleRouter = router({
  block: signedInToSwitch
    .input(nicknameInput)
    .mutation(({ ctx, input }) => blockPerson(ctx.deps, ctx.viewer, input)),
  unblock: signedIn
    .input(nicknameInput)
    .mutation(({ ctx, input }) => unblockPerson(ctx.deps, ctx.viewer, input)),
  mute: signedInToSwitch
    .input(muteInput)
    .mutation(({ ctx, input }) => mutePerson(ctx.deps, ctx.viewer, input)),
  unmute: signedIn
    .input(nicknameInput)
    .mutation(({ ctx, input }) => unmutePerson(ctx.deps, ctx.viewer, input)),
  muted: signedIn.query(({ ctx }) => listMuted(ctx.deps, ctx.viewer)),
  blockedAndMuted: signedIn
    .input(blockedAndMutedInput)
    .query(({ ctx, input }) => listBlockedAndMuted(ctx.deps, ctx.viewer, input)),
})
