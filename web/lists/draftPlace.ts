import { draftKinds } from '../lib/onDevice.ts'

/** The storage key of a person's draft: of one of their lists, or of a new one. */
export const draftPlace = (nickname: string, id: number | null): string =>
  `${draftKinds.list}:${nickname}:${id ?? 'new'}`
