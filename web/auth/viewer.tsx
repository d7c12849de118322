import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Viewer } from '../../shared/auth.ts'
import { onReturn } from '../lib/away.ts'
import { useFacts } from '../lib/facts.tsx'
import { dropHeldQueries } from '../lib/heldQueries.ts'
import { isKeptPage } from '../lib/keptPage.ts'
import { forgetPerson } from '../lib/personal.ts'
import { openChannel } from '../lib/tabs.ts'
import { closeSocket, onUnauthorized, queryClient, trpcClient } from '../lib/trpc.ts'

type ViewerState = {
  viewer: Viewer | null
  /** sets the viewer after login, registration, logout or a profile change, in every tab */
  changeViewer: (viewer: Viewer | null) => Promise<void>
}

const ViewerContext = createContext<ViewerState | null>(null)

/** Holds the signed-in user, in sync with other tabs; drops all cached data when another user signs in. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const facts = useFacts()
  const [viewer, setViewer] = useState(facts.viewer)
  const current = useRef(viewer)
  const channel = useRef<BroadcastChannel | null>(null)

  const adopt = useCallback(async (next: Viewer | null) => {
    const isOtherUser = next?.nickname !== current.current?.nickname
    current.current = next
    if (!isOtherUser) return setViewer(next)
    // A socket keeps the identity with which it was opened.
    await closeSocket()
    await queryClient.cancelQueries()
    dropHeldQueries()
    forgetPerson()
    // Synchronous: data that only the previous user can read must disappear before the rest is refetched.
    flushSync(() => setViewer(next))
    queryClient.removeQueries({ type: 'inactive' })
    void queryClient.resetQueries({ type: 'active' })
  }, [])

  const changeViewer = useCallback(
    (next: Viewer | null) => {
      channel.current?.postMessage(next)
      return adopt(next)
    },
    [adopt],
  )

  useEffect(() => {
    const newChannel = openChannel('plak-viewer')
    if (!newChannel) return
    newChannel.onmessage = ({ data }: MessageEvent<Viewer | null>) => void adopt(data)
    channel.current = newChannel
    return () => newChannel.close()
  }, [adopt])

  useEffect(() => {
    let isAsking = false
    const ask = () => {
      if (isAsking) return
      isAsking = true
      trpcClient.auth.me
        .query()
        .then(adopt)
        // Without a response the viewer stays the same.
        .catch(() => undefined)
        .finally(() => (isAsking = false))
    }
    // A wrong password is rejected with the same code, so only auth.me shows whether the session has ended.
    const stop = onUnauthorized(() => current.current && ask())
    // A document from the browser's memory or cache can be older than the last login.
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (visit?.type === 'back_forward' || isKeptPage()) ask()
    const onShow = (event: PageTransitionEvent) => event.persisted && ask()
    addEventListener('pageshow', onShow)
    // The same is true of a document shown without the server.
    const stopReturn = onReturn(ask)
    return () => {
      stop()
      stopReturn()
      removeEventListener('pageshow', onShow)
    }
  }, [adopt])

  return <ViewerContext value={{ viewer, changeViewer }}>{children}</ViewerContext>
}

export function useViewer(): ViewerState {
  const state = use(ViewerContext)
  if (!state) throw new Error('useViewer stands outside of ViewerProvider')
  return state
}
