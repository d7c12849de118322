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

// zod, loaded with the first form, would try `new Function`: the content policy blocks that, and browsers report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
beginTheme()
beginNavigation()
beginSocket()
const firstData = readFirstData()
if (firstData) takeFirstData(queryClient, firstData, Date.now())
beginPrefetch()
await beginOffline()
// True in Safari only.
if (!CSS.supports('overflow-anchor', 'none')) import('./lib/safari.ts').catch(() => undefined)

const place = document.getElementById('root')!
const root = (
  <Root facts={readFacts(firstData?.at ?? Date.now())} queryClient={queryClient} onDrawn={replayEarly} />
)
// Hydrate the server's render if its data is still valid; otherwise render the page again.
if (firstData && place.hasChildNodes()) {
  // If it cannot be loaded, the page itself waits for it.
  await pageAt(location.pathname)
    .Component.load?.()
    .catch(() => undefined)
  // As a transition, hydration yields to input; otherwise it is one long task.
  startTransition(() => void hydrateRoot(place, root))
} else {
  createRoot(place).render(root)
}
