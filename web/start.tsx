import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { replayEarly } from './early/replay.ts'
import { readFacts } from './lib/facts.tsx'
import { readFirstData, takeFirstData } from './lib/firstData.ts'
import { beginNavigation } from './lib/navigation.ts'
import { beginPressFocus } from './lib/pressFocus.ts'
import { beginSocket } from './lib/socket.ts'
import { queryClient } from './lib/trpc.ts'
import { beginOffline } from './offline/begin.ts'
import { pageAt } from './pages.ts'
import { beginTheme } from './preferences/theme.ts'
import { beginPrefetch } from './prefetch.ts'
import { Root } from './Root.tsx'

// zod, which comes with the first form, would try `new Function`: the content policy refuses that, and browsers report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
beginTheme()
beginNavigation()
beginSocket()
beginPressFocus()
const firstData = readFirstData()
if (firstData) takeFirstData(queryClient, firstData, Date.now())
beginPrefetch()
await beginOffline()
if (!CSS.supports('overflow-anchor', 'none'))
  void import('./lib/anchor.ts').then((anchor) => anchor.beginAnchoring())

const place = document.getElementById('root')!
const root = (
  <Root facts={readFacts(firstData?.at ?? Date.now())} queryClient={queryClient} onDrawn={replayEarly} />
)
// What the server rendered is hydrated if its data are still valid; else the page is rendered again.
if (firstData && place.hasChildNodes()) {
  // If one cannot be loaded, the page itself waits for it.
  await pageAt(location.pathname)
    .Component.load?.()
    .catch(() => undefined)
  // As a transition, hydration yields to input; otherwise it is one long task.
  startTransition(() => void hydrateRoot(place, root))
} else {
  createRoot(place).render(root)
}
