import { trpcClient } from '../lib/trpc.ts'
import { useViewer } from './viewer.tsx'

/** For the events of a page: the viewer may have changed nickname or picture on another device. */
export function useOwnChange(): (event: { type: string; nickname?: string }) => void {
  const { viewer, changeViewer } = useViewer()
  return ({ type, nickname }) => {
    if (type !== 'user.changed' || !viewer || nickname !== viewer.nickname) return
    // On a failure nothing changes: the next page load has the new name.
    trpcClient.auth.me.query().then(changeViewer, () => undefined)
  }
}
