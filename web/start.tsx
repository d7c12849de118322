import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { replayEarly } from './early/replay.ts'
import { readFacts } from './lib/facts.tsx'
import { readFirstData, takeFirstData } from './lib/firstData.ts'
import { beginNavigation } from './lib/navigation.ts'
import { beginSocket } from './lib/socket.ts'
import { queryClient } from './lib/trpc.ts'
import { beginOffline } from './offline/begin.ts'
import { pageAt } from './pages.ts'
import { beginTheme } from './preferences/theme.ts'
import { beginPrefetch } from './prefetch.ts'
import { Root } from './Root.tsx'

// Without this setting, zod would try `new Function`, which the content security policy forbids and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
beginTheme()
beginNavigation()
beginSocket()
const firstData = readFirstData()
if (firstData) takeFirstData(queryClient, firstData, Date.now())
beginPrefetch()
await beginOffline()
// Only Safari lacks overflow-anchor.
if (!CSS.supports('overflow-anchor', 'none')) import('./lib/safari.ts').catch(() => undefined)

const place = document.getElementById('root')!
const root = (
  <Root facts={readFacts(firstData?.at ?? Date.now())} queryClient={queryClient} onDrawn={replayEarly} />
)
// The server's HTML is hydrated if its data are still valid; otherwise the page is rendered from scratch.
if (firstData && place.hasChildNodes()) {
  // If the code cannot be loaded, the page itself waits for it.
  await pageAt(location.pathname)
    .Component.load?.()
    .catch(() => undefined)
  // As a transition, hydration yields to input; otherwise it is one long task.
  startTransition(() => void hydrateRoot(place, root))
} else {
  createRoot(place).render(root)
}
