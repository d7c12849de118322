import { RotateCw } from 'lucide-react'
import type { SpotifyStatus, SpotifySynced } from '../../shared/spotify.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/spotify.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { formatClock, formatDay } from '../ui/dates.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { toast } from '../ui/toast.ts'
import { ConnectButton } from './ConnectButton.tsx'
import { Disconnect } from './Disconnect.tsx'
import { percentOf, stepText } from './progress.ts'
import type { SyncEnd } from './useSync.ts'

type Connection = NonNullable<SpotifyStatus['connection']>

type ControlsProps = {
  nickname: string
  connection: Connection
  status: SpotifyStatus
  /** true if Spotify is configured on this server; otherwise the viewer can only disconnect */
  isAvailable: boolean
  end: SyncEnd | null
  isStarting: boolean
  onSync: () => void
  onDisconnected: () => Promise<void>
}

export function Controls(props: ControlsProps) {
  const { nickname, connection, status, isAvailable, end, isStarting, onSync, onDisconnected } = props
  const { syncing, restsUntil } = status
  const canRead = isAvailable && connection.state !== 'ended'
  const isBusy = isStarting || syncing !== null
  return (
    <div className="mb-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{connection.account.name}</p>
          <p className="text-sm text-muted">
            {syncing ? (
              texts.spotify.syncing
            ) : connection.lastSyncAt ? (
              <>
                {texts.spotify.lastSync} <RelativeTime iso={connection.lastSyncAt} />
                {end?.failed === null && `: ${broughtText(end.brought)}`}
              </>
            ) : (
              texts.spotify.neverSynced
            )}
          </p>
        </div>
        <div className="-ml-1 flex flex-wrap items-center gap-2">
          {canRead && (
            <Button size="sm" busy={isBusy} onClick={onSync}>
              {texts.spotify.sync}
            </Button>
          )}
          {canRead && connection.lastSyncAt && <Refresh nickname={nickname} />}
          <Disconnect onDone={onDisconnected} />
        </div>
      </div>
      {syncing && (
        <div className="mt-5">
          <ProgressBar
            label={texts.spotify.syncWith}
            text={stepText(syncing)}
            percent={percentOf(syncing)}
            // Block by block: every page would be too much.
            announcement={texts.spotify.syncingBlock(texts.spotify.blocks[syncing.block])}
          />
        </div>
      )}
      {canRead && !isBusy && end?.failed && <SyncFailed reason={end.failed.reason} onRetry={onSync} />}
      {restsUntil && !syncing && (
        <p className="mt-4 text-sm text-muted">
          {texts.spotify.restsUntil(formatClock(new Date(restsUntil)))}
        </p>
      )}
      {isAvailable && <Reconnect connection={connection} />}
    </div>
  )
}

function broughtText({ added, removed, skipped }: SpotifySynced): string {
  const parts = [
    added > 0 && texts.spotify.albumsAdded(added),
    removed > 0 && texts.spotify.albumsRemoved(removed),
    skipped > 0 && texts.spotify.albumsUnreadable(skipped),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : texts.spotify.nothingNew
}

const notice = 'mt-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-3'

function SyncFailed({ reason, onRetry }: { reason: string | null; onRetry: () => void }) {
  return (
    <div role="alert" className={notice}>
      <p className="max-w-reading">
        <span className="font-medium text-danger">{texts.spotify.syncFailed}</span>
        {reason && <span className="block text-sm text-muted">{reason}</span>}
      </p>
      <Button size="sm" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

function reconnectText({ state, endsAt, absent }: Connection): string | null {
  if (state === 'ended') return texts.spotify.ended
  if (state === 'expiring') return texts.spotify.endsOn(formatDay(endsAt))
  return Object.values(absent).includes('permission') ? texts.spotify.notAllowed : null
}

function Reconnect({ connection }: { connection: Connection }) {
  const text = reconnectText(connection)
  if (!text) return null
  return (
    <div className={notice}>
      <p className="max-w-reading">{text}</p>
      <ConnectButton text={texts.spotify.reconnect} size="sm" />
    </div>
  )
}

/** Refetches the data of the block without importing listenings. */
function Refresh({ nickname }: { nickname: string }) {
  const utils = trpc.useUtils()
  const refresh = trpc.spotify.refresh.useMutation({
    onSuccess: (stats) => {
      utils.spotify.stats.setData({ nickname }, stats)
      toast.success(texts.spotify.refreshed)
    },
    onError: (error) => {
      toast.error(refusalText(error, texts.spotify.refreshFailed))
      void utils.spotify.status.invalidate()
    },
  })
  return (
    <IconButton
      size="sm"
      label={texts.spotify.refresh}
      aria-disabled={refresh.isPending || undefined}
      onClick={() => refresh.isPending || refresh.mutate()}
    >
      <RotateCw size={18} aria-hidden="true" className={classes(refresh.isPending && 'animate-spin')} />
    </IconButton>
  )
}
