import { draftKinds } from '../lib/onDevice.ts'

export const draftPlace = (nickname: string, id: number | null): string =>
  `${draftKinds.list}:${nickname}:${id ?? 'new'}`
