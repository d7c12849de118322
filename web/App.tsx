import { Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { Footer } from './layout/Footer.tsx'
import { lazyPage } from './layout/lazyPage.ts'
import { LiveSign } from './layout/LiveSign.tsx'
import { aroundNavigation, useScrollMemory } from './layout/navigation.ts'
import { TopBar } from './layout/TopBar.tsx'
import { SkipLink } from './ui/Hidden.tsx'
import { Loading } from './ui/Skeleton.tsx'
import { Toaster } from './ui/toast.tsx'
import { OwnProfile } from './users/OwnProfile.tsx'

const HomePage = lazyPage(() => import('./home/HomePage.tsx'))
const AlbumsPage = lazyPage(() => import('./catalog/AlbumsPage.tsx'))
const AlbumPage = lazyPage(() => import('./catalog/AlbumPage.tsx'))
const ArtistsPage = lazyPage(() => import('./catalog/ArtistsPage.tsx'))
const ArtistPage = lazyPage(() => import('./catalog/ArtistPage.tsx'))
const SearchPage = lazyPage(() => import('./catalog/SearchPage.tsx'))
const ListsPage = lazyPage(() => import('./lists/ListsPage.tsx'))
const CreateListPage = lazyPage(() => import('./lists/CreateListPage.tsx'))
const ListPage = lazyPage(() => import('./lists/ListPage.tsx'))
const EditListPage = lazyPage(() => import('./lists/EditListPage.tsx'))
const ActivityPage = lazyPage(() => import('./activity/ActivityPage.tsx'))
const ProfilePage = lazyPage(() => import('./users/ProfilePage.tsx'))
const EditProfilePage = lazyPage(() => import('./users/EditProfilePage.tsx'))
const LoginPage = lazyPage(() => import('./auth/LoginPage.tsx'))
const RegisterPage = lazyPage(() => import('./auth/RegisterPage.tsx'))
const ResetPage = lazyPage(() => import('./auth/ResetPage.tsx'))
const CallbackPage = lazyPage(() => import('./spotify/CallbackPage.tsx'))
const NotFoundPage = lazyPage(() => import('./layout/NotFoundPage.tsx'))

/** Every route of the product. Pages read their part of the address with usePathSegments. */
function Routes() {
  return (
    <Switch>
      <Route path="/" component={HomePage} />
      <Route path="/albums" component={AlbumsPage} />
      <Route path="/album/:artist/:album" component={AlbumPage} />
      <Route path="/artists" component={ArtistsPage} />
      <Route path="/artist/:artist" component={ArtistPage} />
      <Route path="/search" component={SearchPage} />
      <Route path="/lists" component={ListsPage} />
      <Route path="/lists/create" component={CreateListPage} />
      <Route path="/list/:id" component={ListPage} />
      <Route path="/list/:id/edit" component={EditListPage} />
      <Route path="/activity" component={ActivityPage} />
      <Route path="/profile" component={OwnProfile} />
      <Route path="/profile/edit" component={EditProfilePage} />
      <Route path="/profile/:nickname" component={ProfilePage} />
      <Route path="/login" component={LoginPage} />
      <Route path="/register" component={RegisterPage} />
      <Route path="/reset" component={ResetPage} />
      <Route path="/spotify/callback" component={CallbackPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}

/** The frame around every page, and the page that the address asks for. */
export function App() {
  return (
    <Router aroundNav={aroundNavigation}>
      <SkipLink />
      <TopBar />
      <Main />
      <Footer />
      <LiveSign />
      <Toaster />
    </Router>
  )
}

function Main() {
  const path = usePathname()
  useScrollMemory()
  return (
    // High enough that the footer does not show and jump while a page is on its way.
    <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
      {/* Another path is another page, even of the same kind: no state is carried over, no error either. */}
      <ErrorBoundary key={path}>
        <Suspense fallback={<Loading />}>
          <Routes />
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}
