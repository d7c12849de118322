import { Suspense } from 'react'
import { Router } from 'wouter'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { Footer } from './layout/Footer.tsx'
import { LiveSign } from './layout/LiveSign.tsx'
import { OwnLogs } from './layout/OwnLogs.tsx'
import { TopBar } from './layout/TopBar.tsx'
import { InBrowser } from './lib/facts.tsx'
import { aroundNavigation, usePathname, useScrollMemory } from './lib/navigation.ts'
import { KeptOrLive, PageComing } from './offline/KeptOrLive.tsx'
import { useKeeping } from './offline/useKeptPage.ts'
import { pageAt } from './pages.ts'
import { SkipLink } from './ui/Hidden.tsx'
import { Toaster } from './ui/toast.ts'

/** `address` is undefined in the browser, which uses its own URL. */
export function App({ address }: { address?: string | undefined }) {
  return (
    <Router aroundNav={aroundNavigation} ssrPath={address}>
      <SkipLink />
      <TopBar />
      <Main />
      <Footer />
      <LiveSign />
      <OwnLogs />
      <InBrowser>
        <Suspense>
          <Toaster />
        </Suspense>
      </InBrowser>
    </Router>
  )
}

function Main() {
  const path = usePathname()
  useScrollMemory()
  const { Component, params, isKept } = pageAt(path)
  useKeeping(isKept)
  return (
    // The minimum height keeps the footer out of view while a page is loading.
    <main id="main" tabIndex={-1} className="min-h-[calc(100svh-4rem)] outline-none">
      {/* The key resets state and errors on every change of path, even between pages of the same kind. */}
      <ErrorBoundary key={path}>
        <KeptOrLive>
          <Suspense fallback={<PageComing />}>
            <Component {...params} />
          </Suspense>
        </KeptOrLive>
      </ErrorBoundary>
    </main>
  )
}
