import { fiveMinutes, trpc } from '../lib/trpc.ts'

/** True once players or another service send what the viewer plays. */
export function useHasPlays(): boolean {
  const { data } = trpc.scrobbling.mine.useQuery(undefined, { staleTime: fiveMinutes })
  return data !== undefined && (data.on || data.lastfmUser !== '' || data.listenBrainzUser !== '')
}
