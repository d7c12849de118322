import { lazy, memo, Suspense, useEffect } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import type { AlbumDetails } from '../../shared/catalog.ts'
import type { AlbumState } from '../../shared/logs.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { InBrowser } from '../lib/facts.tsx'
import { fiveMinutes, isInvalid, isNotFound, trpc } from '../lib/trpc.ts'
import { ListenLaterButton } from '../listenLater/ListenLaterButton.tsx'
import { LiveListenLater } from '../listenLater/LiveListenLater.tsx'
import { AddToList } from '../lists/AddToList.tsx'
import type { LogChoice } from '../logs/form/draft.ts'
import { useOwnLogsShown } from '../logs/liveOwnLogs.ts'
import { OwnLogSummary } from '../logs/OwnLogSummary.tsx'
import { RatingStats } from '../logs/RatingStats.tsx'
import { Reviews } from '../logs/review/Reviews.tsx'
import { YourListens } from '../logs/YourListens.tsx'
import { waitingListens, withoutTakenBack, withWaitingState } from '../offline/overlay.ts'
import { useWaitingOf } from '../offline/waitingList.ts'
import { WaitingNote } from '../offline/WaitingNote.tsx'
import { Button } from '../ui/Button.tsx'
import { Page, usePageTitle } from '../ui/Page.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { About } from './About.tsx'
import { AlbumHero } from './AlbumHero.tsx'
import { AlbumLoading, columns, leftColumn, rightColumn } from './AlbumLoading.tsx'
import { Glow } from './Glow.tsx'
import { LoadFailed, NotInCatalogue } from './LoadFailed.tsx'
import { TrackList } from './TrackList.tsx'
import { usePageAlbum } from './usePageAlbum.ts'

const loadLogDialog = () => import('../logs/form/LogDialog.tsx')
const LogDialog = lazy(loadLogDialog)
const AlbumMore = lazy(() => import('./added/AlbumMore.tsx'))
const moreSpace = <span className="size-11" />

export default function AlbumPage({ artist, album: name }: PageParams<'album'>) {
  const { viewer } = useViewer()
  const { album, details, logging, isRemoved } = usePageAlbum({ artist, album: name }, viewer?.nickname)
  const ref = { artist: details?.artist ?? artist, album: details?.name ?? name }
  const isMine = viewer !== null && details !== undefined
  const albumState = trpc.logs.mine.useQuery(ref, { staleTime: fiveMinutes, enabled: isMine })
  const waiting = useWaitingOf(ref)
  const listens = viewer ? (albumState.data?.listens ?? 0) : 0
  useOwnLogsShown()
  useEffect(() => {
    if (viewer) loadLogDialog().catch(() => undefined)
  }, [viewer])
  const { albumNotFound } = texts.catalog
  const way = { text: texts.exploreAlbums, href: paths.albums() }
  // An impossible name is rejected before the catalogue is queried.
  const isMissing = isRemoved || (!details && (isNotFound(album.error) || isInvalid(album.error)))
  const missingTitle = isRemoved ? texts.albums.removed : albumNotFound
  usePageTitle(isMissing ? missingTitle : texts.catalog.albumBy(ref.album, ref.artist))

  return (
    <div className="relative isolate">
      <Glow tint={details?.tint} />
      <Page className="sm:py-14">
        {details ? (
          <>
            <Head
              album={details}
              viewer={viewer}
              state={viewer && albumState.data ? withWaitingState(albumState.data, waiting) : undefined}
              isWaiting={withoutTakenBack(waiting).length > 0}
              isUnknown={albumState.isError}
              onLog={logging.open}
            />
            <Body
              album={details}
              listens={listens}
              hasListens={listens + waitingListens(waiting, listens).length > 0}
              onEdit={logging.open}
            />
          </>
        ) : isMissing ? (
          <NotInCatalogue title={missingTitle} text={texts.catalog.unknownAlbum(name, artist)} way={way} />
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
          <LogDialog {...logging.dialog} onClose={logging.close} />
        </Suspense>
      )}
    </div>
  )
}

// Head and Body are memoized, so that opening or closing a dialog does not render the page again.

type HeadProps = {
  album: AlbumDetails
  viewer: Viewer | null
  state: AlbumState | undefined
  /** true if `state` could not be loaded */
  isUnknown: boolean
  /** true if something about the album waits on the device */
  isWaiting: boolean
  onLog: (choice?: LogChoice) => void
}

const Head = memo(function Head({ album, viewer, state, isUnknown, isWaiting, onLog }: HeadProps) {
  const nickname = viewer?.nickname
  const { artist, name } = album
  const ref = { artist, album: name }
  const isListened = (state?.listens ?? 0) > 0 || Boolean(state?.log)
  return (
    <AlbumHero
      artist={artist}
      name={name}
      album={album}
      listened={isListened}
      actions={
        <>
          {nickname !== undefined && (
            <>
              <Button variant="primary" onClick={() => onLog()} className="min-w-24">
                {texts.logs.log}
              </Button>
              <AddToList album={album} nickname={nickname} />
              <LiveListenLater key={nickname} nickname={nickname} album={ref} />
            </>
          )}
          {/* Keeps the icons together: a single one must not wrap onto a line of its own. */}
          <div className="flex items-center gap-2 max-sm:gap-2.5">
            {nickname !== undefined && (
              <ListenLaterButton
                album={ref}
                nickname={nickname}
                // While the state is unknown, a click still sends an explicit value.
                state={state ?? (isUnknown ? { listenLater: false } : undefined)}
              />
            )}
            <ShareButton
              path={paths.album(album)}
              title={texts.catalog.albumBy(name, artist)}
              className="first:-ml-3 not-first:max-sm:-mr-3"
            />
            {viewer && (viewer.isModerator || album.addedBy) && (
              <InBrowser fallback={moreSpace}>
                <Suspense fallback={moreSpace}>
                  <AlbumMore album={album} viewer={viewer} addedBy={album.addedBy ?? null} />
                </Suspense>
              </InBrowser>
            )}
          </div>
          {state && <OwnLogSummary state={state} />}
          {isWaiting && <WaitingNote />}
        </>
      }
    />
  )
})

type BodyProps = {
  album: AlbumDetails
  listens: number
  /** true if the user has listened to it, or a listening waits on the device */
  hasListens: boolean
  /** opens the log dialog: for the listening with this id, a new one, or the newest */
  onEdit: (choice?: LogChoice) => void
}

const Body = memo(function Body({ album, listens, hasListens, onEdit }: BodyProps) {
  const { artist, name, tracks, wiki, tags, genres, url, musicbrainz } = album
  const ref = { artist, album: name }
  const isKnown = Boolean(wiki ?? url ?? musicbrainz.url) || genres.length > 0 || tags.length > 0
  return (
    <div className={columns}>
      <div className={rightColumn}>
        <RatingStats album={ref} />
        {isKnown && (
          <div className="max-lg:order-1">
            <About text={wiki} tags={tags} genres={genres} url={url} musicbrainzUrl={musicbrainz.url} />
          </div>
        )}
      </div>
      <div className={leftColumn}>
        {tracks.length > 0 && <TrackList tracks={tracks} />}
        <div className="max-lg:order-2">
          {hasListens && (
            <div className="mb-14">
              <YourListens album={ref} count={listens} onEdit={onEdit} onAgain={() => onEdit('again')} />
            </div>
          )}
          <Reviews album={ref} onEdit={onEdit} />
        </div>
      </div>
    </div>
  )
})
