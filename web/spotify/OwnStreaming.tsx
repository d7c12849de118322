import { useEffect, useRef } from 'react'
import type { SpotifyStats, SpotifyStatus } from '../../shared/spotify.ts'
import { texts } from '../texts/spotify.ts'
import { classes } from '../ui/classes.ts'
import { Section } from '../ui/Page.tsx'
import { ConnectButton } from './ConnectButton.tsx'
import { Controls } from './Controls.tsx'
import { offerSpace } from './offerSpace.ts'
import { AccountLink } from './SpotifyLink.tsx'
import { Stats } from './Stats.tsx'
import { useRefreshSpotify, useSync } from './useSync.ts'

type OwnStreamingProps = {
  nickname: string
  status: SpotifyStatus
  stats: SpotifyStats | null
  isAvailable: boolean
}

export default function OwnStreaming({ nickname, status, stats, isAvailable }: OwnStreamingProps) {
  const { end, isStarting, start } = useSync(nickname, status)
  const refresh = useRefreshSpotify(nickname)
  const block = useRef<HTMLDivElement>(null)
  const { connection } = status
  const isLeaving = useRef(false)
  useEffect(() => {
    if (connection || !isLeaving.current) return
    isLeaving.current = false
    // The focused button was unmounted.
    block.current?.focus({ preventScroll: true })
  }, [connection])
  const onDisconnected = () => {
    isLeaving.current = true
    return refresh()
  }
  return (
    <div
      ref={block}
      tabIndex={-1}
      className={classes('mt-12 outline-none sm:mt-16', !connection && isAvailable && offerSpace)}
    >
      {connection ? (
        <Section title={texts.spotify.title} aside={stats && <AccountLink profile={stats.profile} />}>
          <Controls
            nickname={nickname}
            connection={connection}
            status={status}
            isAvailable={isAvailable}
            end={end}
            isStarting={isStarting}
            onSync={start}
            onDisconnected={onDisconnected}
          />
          {stats?.readAt && (
            <Stats
              stats={stats}
              absent={connection.absent}
              isOwner
              canOpen={isAvailable && connection.state !== 'ended'}
            />
          )}
        </Section>
      ) : (
        isAvailable && <Offer />
      )}
    </div>
  )
}

function Offer() {
  return (
    <Section title={texts.spotify.title}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-reading text-pretty text-muted">{texts.spotify.offer}</p>
        <ConnectButton text={texts.spotify.connect} />
      </div>
    </Section>
  )
}
