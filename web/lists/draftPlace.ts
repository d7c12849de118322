import { draftKinds } from '../lib/onDevice.ts'

/** Returns the storage key of a user's draft of one of their lists, or of a new one. */
export const draftPlace = (nickname: string, id: number | null): string =>
  `${draftKinds.list}:${nickname}:${id ?? 'new'}`
