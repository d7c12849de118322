import { useEffect, useRef, useState } from 'react'
import type { SpotifyEvent } from '../../shared/events.ts'
import type { SpotifyStatus, SpotifySynced } from '../../shared/spotify.ts'
import { texts } from '../../shared/texts.ts'
import { useKeptLive, useLivePlace } from '../lib/live.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { refreshMarks } from '../logs/marks.ts'
import { toast } from '../ui/toast.ts'
import { takeFirstSync } from './firstSync.ts'

/** Interval without events, in ms, after which the status is fetched: a killed process sends no event. */
const SILENCE = 20_000

/** Outcome of the last sync that ended while this page was open. */
export type SyncEnd = { failed: { reason: string | null } } | { failed: null; brought: SpotifySynced }

/** Refetches everything that connecting, disconnecting or a sync can change. */
export function useRefreshSpotify(nickname: string) {
  const utils = trpc.useUtils()
  return async () => {
    void utils.users.profile.invalidate({ nickname })
    void utils.logs.invalidate()
    void refreshMarks(nickname)
    await Promise.all([utils.spotify.status.invalidate(), utils.spotify.stats.invalidate({ nickname })])
  }
}

/**
 * Tracks the viewer's syncs live, including those of other tabs. Events update the cached status and its `live` cursor: a
 * page that is opened again receives the events it missed, and none twice.
 */
export function useSync(nickname: string, status: SpotifyStatus) {
  const utils = trpc.useUtils()
  const refresh = useRefreshSpotify(nickname)
  const [end, setEnd] = useState<SyncEnd | null>(null)
  const [isStarting, setStarting] = useState(false)

  const note = (change: Partial<SpotifyStatus>) =>
    utils.spotify.status.setData(undefined, (before) => before && { ...before, ...change })

  const applyEvent = (live: string, event: SpotifyEvent) => {
    switch (event.type) {
      case 'spotify.progress':
        note({ live, syncing: event.progress })
        return setEnd(null)
      case 'spotify.synced':
        note({ live, syncing: null })
        setEnd({ failed: null, brought: event })
        toast.success(texts.spotify.synced)
        break
      case 'spotify.failed':
        note({ live, syncing: null })
        setEnd({ failed: { reason: event.reason?.[texts.language] ?? null } })
        toast.error(texts.spotify.syncFailed)
        break
      case 'spotify.changed':
      case 'reset':
        note({ live })
        break
      case 'live':
        return
    }
    void refresh()
  }

  const place = useLivePlace(status.live)
  const subscription = trpc.spotify.live.useSubscription(
    { lastEventId: place.from },
    {
      onData({ id, data }) {
        place.reached(id)
        applyEvent(id, data)
      },
    },
  )
  useKeptLive(place, subscription)

  const look = useRef(async () => {})
  useEffect(() => {
    look.current = async () => {
      await utils.spotify.status.invalidate()
      const { connection, syncing: runs } = utils.spotify.status.getData() ?? status
      const isDead = connection && !runs && connection.lastSyncAt === status.connection?.lastSyncAt
      if (isDead) setEnd({ failed: { reason: texts.spotify.syncInterrupted } })
    }
  })
  const { syncing } = status
  useEffect(() => {
    if (!syncing) return
    const timer = setInterval(() => void look.current(), SILENCE)
    return () => clearInterval(timer)
    // The dependency restarts the timer on every event.
  }, [syncing])

  const start = async () => {
    setStarting(true)
    setEnd(null)
    try {
      await utils.client.spotify.sync.mutate()
    } catch (error) {
      toast.error(refusalText(error, texts.spotify.syncFailed))
    }
    // A rejected request changes the status, too: a sync is already running, or the connection has ended.
    await utils.spotify.status.invalidate()
    setStarting(false)
  }

  const isNew = status.connection?.state === 'connected' && status.connection.lastSyncAt === null && !syncing
  const begin = useRef(start)
  useEffect(() => {
    if (takeFirstSync() && isNew) void begin.current()
  }, [isNew])

  return { end, isStarting, start: () => void start() }
}
