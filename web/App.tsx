import { Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { Footer } from './layout/Footer.tsx'
import { LiveSign } from './layout/LiveSign.tsx'
import { TopBar } from './layout/TopBar.tsx'
import { InBrowser } from './lib/facts.tsx'
import { aroundNavigation, usePathname, useScrollMemory } from './lib/navigation.ts'
import { KeptOrLive, PageComing } from './offline/KeptOrLive.tsx'
import { useKeeping } from './offline/useKeptPage.ts'
import { NotFoundPage, pageAt, pages } from './pages.ts'
import { SkipLink } from './ui/Hidden.tsx'
import { Toaster } from './ui/toast.ts'

/** Every route of the product. Pages read their part of the address with usePathSegments. */
function Routes() {
  return (
    <Switch>
      {pages.map(({ path, page }) => (
        <Route key={path} path={path} component={page} />
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  )
}

/** The frame around every page, and the page that the address asks for: the browser's, or the one that is told. */
export function App({ address }: { address?: string | undefined }) {
  return (
    <Router aroundNav={aroundNavigation} ssrPath={address}>
      <SkipLink />
      <TopBar />
      <Main />
      <Footer />
      <LiveSign />
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
  useKeeping(Boolean(pageAt(path)?.isKept))
  return (
    // High enough that the footer does not show and jump while a page is on its way.
    <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
      {/* Another path is another page, even of the same kind: no state is carried over, no error either. */}
      <ErrorBoundary key={path}>
        <KeptOrLive>
          <Suspense fallback={<PageComing />}>
            <Routes />
          </Suspense>
        </KeptOrLive>
      </ErrorBoundary>
    </main>
  )
}
