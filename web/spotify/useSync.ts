import { useEffect, useEffectEvent, useState } from 'react'
import type { SpotifyEvent } from '../../shared/events.ts'
import type { SpotifyStatus, SpotifySynced } from '../../shared/spotify.ts'
import { useEvents } from '../lib/live.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { refreshMarks } from '../logs/marks.ts'
import { texts } from '../texts/spotify.ts'
import { toast } from '../ui/toast.ts'
import { takeFirstSync } from './firstSync.ts'

/** Interval without events, in ms, after which the status is fetched: a killed process sends no event. */
const SILENCE = 20_000

export type SyncEnd = { failed: { reason: string | null } } | { failed: null; brought: SpotifySynced }

export function useRefreshSpotify(nickname: string) {
  const utils = trpc.useUtils()
  return async () => {
    void utils.users.profile.invalidate({ nickname })
    void utils.logs.invalidate()
    void refreshMarks(nickname)
    await Promise.all([utils.spotify.status.invalidate(), utils.spotify.stats.invalidate({ nickname })])
  }
}

/** Includes syncs of other tabs. Events move the cached `live` cursor: a page opened again receives missed events, none twice. */
export function useSync(nickname: string, status: SpotifyStatus) {
  const [end, setEnd] = useState<SyncEnd | null>(null)
  useSyncEvents(nickname, status, setEnd)
  useInterruptedSync(status, () => setEnd({ failed: { reason: texts.spotify.syncInterrupted } }))
  const { start, isStarting } = useStartSync(() => setEnd(null))

  const isNew =
    status.connection?.state === 'connected' && status.connection.lastSyncAt === null && !status.syncing
  const startFirst = useEffectEvent(start)
  useEffect(() => {
    if (takeFirstSync() && isNew) void startFirst()
  }, [isNew])

  return { end, isStarting, start: () => void start() }
}

function useSyncEvents(nickname: string, status: SpotifyStatus, setEnd: (end: SyncEnd | null) => void) {
  const utils = trpc.useUtils()
  const refresh = useRefreshSpotify(nickname)
  const note = (change: Partial<SpotifyStatus>) =>
    utils.spotify.status.setData(undefined, (previous) => previous && { ...previous, ...change })

  const onEvent = (event: SpotifyEvent, live: string) => {
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
  useEvents(trpc.spotify.live, { input: {}, from: status.live, onEvent })
}

/** Calls `onInterrupted` if the sync no longer runs, but has not ended either. */
function useInterruptedSync(status: SpotifyStatus, onInterrupted: () => void) {
  const utils = trpc.useUtils()
  const check = useEffectEvent(async () => {
    await utils.spotify.status.invalidate()
    const { connection, syncing } = utils.spotify.status.getData() ?? status
    if (connection && !syncing && connection.lastSyncAt === status.connection?.lastSyncAt) onInterrupted()
  })
  const { syncing } = status
  useEffect(() => {
    if (!syncing) return
    const timer = setInterval(() => void check(), SILENCE)
    return () => clearInterval(timer)
    // The dependency restarts the timer on every event.
  }, [syncing])
}

function useStartSync(onStart: () => void) {
  const utils = trpc.useUtils()
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    onStart()
    try {
      await utils.client.spotify.sync.mutate()
    } catch (error) {
      toast.error(refusalText(error, texts.spotify.syncFailed))
    }
    // A rejected request changes the status, too: a sync is already running, or the connection has ended.
    await utils.spotify.status.invalidate()
    setStarting(false)
  }
  return { start, isStarting }
}
