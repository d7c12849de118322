import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { AlbumRef } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import { positionOfDocument } from '../lib/firstData.ts'
import { useEvents } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Time over which the open pages of an album spread their refetches after a change, in milliseconds. */
const WITHIN = 1_000

type LiveAlbum = { album: AlbumRef; isOver: boolean; refetch: () => Promise<unknown> }

/** Refetches an album when what is known of it changes, and follows it to other names. */
export function useLiveAlbum({ album, isOver, refetch }: LiveAlbum): void {
  const [, navigate] = useLocation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEvents(trpc.catalog.live, {
    input: album,
    from: positionOfDocument(),
    onEvent(event) {
      if (event.type !== 'album.changed') return void refetch()
      const { artist, album: name } = event.album
      if (artist !== album.artist || name !== album.album)
        return navigate(paths.album({ artist, name }) + location.search, { replace: true })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void refetch(), Math.random() * WITHIN)
    },
    isOver,
    refetch,
  })
}
