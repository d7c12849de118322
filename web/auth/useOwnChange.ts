import { trpcClient } from '../lib/trpc.ts'
import { useViewer } from './viewer.tsx'

/** Returns an event handler that reloads the viewer if their nickname or picture changed on another device. */
export function useOwnChange(): (event: { type: string; nickname?: string }) => void {
  const { viewer, changeViewer } = useViewer()
  return ({ type, nickname }) => {
    if (type !== 'user.changed' || !viewer || nickname !== viewer.nickname) return
    // Ignore a failure: the next page load has the new data.
    trpcClient.auth.me.query().then(changeViewer, () => undefined)
  }
}
