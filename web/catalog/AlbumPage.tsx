import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { AlbumCard, AlbumDetails } from '../../shared/catalog.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, fiveMinutes, isInvalid, isNotFound, trpc } from '../lib/trpc.ts'
import { ListenLaterButton } from '../listenLater/ListenLaterButton.tsx'
import { LiveListenLater } from '../listenLater/LiveListenLater.tsx'
import { AddToList } from '../lists/AddToList.tsx'
import { OwnLogSummary } from '../logs/OwnLogSummary.tsx'
import { RatingStats } from '../logs/RatingStats.tsx'
import { Reviews } from '../logs/Reviews.tsx'
import { Button } from '../ui/Button.tsx'
import { Page, usePageTitle } from '../ui/Page.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { About } from './About.tsx'
import { AlbumHero } from './AlbumHero.tsx'
import { AlbumLoading, columns, leftColumn, rightColumn } from './AlbumLoading.tsx'
import { Glow } from './Glow.tsx'
import { LoadFailed, NotInCatalogue } from './LoadFailed.tsx'
import { TrackList } from './TrackList.tsx'
import { useCanonicalAddress } from './useCanonicalAddress.ts'

const loadLogDialog = () => import('../logs/LogDialog.tsx')
const LogDialog = lazy(loadLogDialog)

/** One album: what the catalogue knows of it, the person's own log, the reviews. */
export default function AlbumPage({ artist, album: name }: PageParams<'album'>) {
  const { viewer } = useViewer()
  const asked = { artist, album: name }
  const album = trpc.catalog.album.useQuery(asked, {
    // What is shown while the catalogue is unavailable must not be cached.
    staleTime: ({ state }) => (state.data?.withoutCatalogue === 'unavailable' ? 0 : fiveMinutes),
  })
  const found = useCanonical(asked, album.data)
  const ref = { artist: found?.artist ?? artist, album: found?.name ?? name }
  const isMine = viewer !== null && found !== undefined
  const mine = trpc.logs.mine.useQuery(ref, { staleTime: fiveMinutes, enabled: isMine })
  const logging = useLogging(found, viewer?.nickname)
  const { albumNotFound } = texts.catalog
  const way = { text: texts.exploreAlbums, href: paths.albums() }
  // A name that cannot be one is refused before the catalogue is asked.
  const missing = !found && (isNotFound(album.error) || isInvalid(album.error))
  usePageTitle(missing ? albumNotFound : texts.catalog.albumBy(ref.album, ref.artist))

  return (
    <div className="relative isolate">
      <Glow tint={found?.tint} />
      <Page className="sm:py-14">
        {found ? (
          <>
            <AlbumHero
              artist={found.artist}
              name={found.name}
              album={found}
              listened={Boolean(viewer && mine.data?.log)}
              actions={
                <>
                  {viewer && (
                    <>
                      <Button variant="primary" onClick={logging.open} className="min-w-24">
                        {texts.logs.log}
                      </Button>
                      <AddToList album={found} nickname={viewer.nickname} />
                      <ListenLaterButton album={ref} nickname={viewer.nickname} state={mine.data} />
                      <LiveListenLater key={viewer.nickname} nickname={viewer.nickname} />
                    </>
                  )}
                  <ShareButton
                    path={paths.album(found)}
                    title={texts.catalog.albumBy(found.name, found.artist)}
                    className="-ml-3 not-first:max-sm:-mr-3 not-first:max-sm:ml-0"
                  />
                  {viewer && mine.data && <OwnLogSummary state={mine.data} />}
                </>
              }
            />
            <Body album={found} onEdit={logging.open} />
          </>
        ) : missing ? (
          <NotInCatalogue title={albumNotFound} text={texts.catalog.unknownAlbum(name, artist)} way={way} />
        ) : album.isError ? (
          <LoadFailed
            name={name}
            by={artist}
            error={album.error}
            onRetry={() => void album.refetch()}
            busy={album.isFetching}
            way={way}
          />
        ) : (
          <AlbumLoading artist={artist} name={name} signedIn={viewer !== null} />
        )}
      </Page>
      {logging.dialog && (
        <Suspense>
          <LogDialog
            {...logging.dialog}
            state={mine.data}
            failure={mine.isError ? errorText(mine.error) : viewer ? null : texts.auth.loginRequired}
            onRetry={() => void mine.refetch()}
            onClose={logging.close}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Tracks and reviews beside what everybody says and what is written of the album. */
function Body({ album, onEdit }: { album: AlbumDetails; onEdit: () => void }) {
  const { artist, name, tracks, wiki, tags, url } = album
  const ref = { artist, album: name }
  const isKnown = Boolean(wiki ?? url) || tags.length > 0
  return (
    <div className={columns}>
      <div className={rightColumn}>
        <RatingStats album={ref} />
        {isKnown && (
          <div className="max-lg:order-1">
            <About text={wiki} tags={tags} url={url} />
          </div>
        )}
      </div>
      <div className={leftColumn}>
        {tracks.length > 0 && <TrackList tracks={tracks} />}
        <div className="max-lg:order-2">
          <Reviews album={ref} onEdit={onEdit} />
        </div>
      </div>
    </div>
  )
}

/** The album that was found, once the page stands under its names. */
function useCanonical({ artist, album }: { artist: string; album: string }, found: AlbumDetails | undefined) {
  const utils = trpc.useUtils()
  const isElsewhere = found !== undefined && (found.artist !== artist || found.name !== album)
  useCanonicalAddress(isElsewhere ? paths.album(found) : null, () => {
    if (found) utils.catalog.album.setData({ artist: found.artist, album: found.name }, found)
  })
  return isElsewhere ? undefined : found
}

/** The person for whom the log dialog is open; opened by the button or by `log: true` in the history state. */
function useLogging(album: AlbumCard | undefined, nickname: string | undefined) {
  const [opened, setOpened] = useState<{ album: AlbumCard; nickname: string } | null>(null)
  const [, navigate] = useLocation()
  const state = useHistoryState<{ log?: unknown } | null>()
  const isAsked = state?.log === true
  const isOpen = opened !== null
  if (isAsked && !isOpen && album && nickname) setOpened({ album, nickname })

  useEffect(() => {
    if (nickname) loadLogDialog().catch(() => undefined)
  }, [nickname])

  useEffect(() => {
    if (!isAsked || !isOpen) return
    // Asked once: a reload or a way back must not open it again.
    navigate(location.pathname + location.search, { replace: true, state: { ...state, log: undefined } })
  }, [isAsked, isOpen, state, navigate])

  return {
    // It stays open, with its input, when the session ends, but not for another person.
    dialog: nickname === undefined || nickname === opened?.nickname ? opened : null,
    open: () => album && nickname && setOpened({ album, nickname }),
    close: () => setOpened((now) => (now === opened ? null : now)),
  }
}
