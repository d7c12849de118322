import { addPushInput, removePushInput } from '../../shared/push.ts'
import { router, signedIn, signedInToSwitch } from '../core/trpc.ts'
import { addDevice, listDevices, removeDevice, requirePush } from './devices.ts'

export const pushRouter = router({
  key: signedIn.query(({ ctx }) => ({ key: requirePush(ctx.deps).publicKey })),
  devices: signedIn.query(({ ctx }) => listDevices(ctx.deps, ctx.viewer)),
  add: signedInToSwitch
    .input(addPushInput)
    .mutation(({ ctx, input }) => addDevice(ctx.deps, ctx, ctx.viewer, input)),
  remove: signedIn
    .input(removePushInput)
    .mutation(({ ctx, input }) => removeDevice(ctx.deps, ctx.viewer, input)),
})
