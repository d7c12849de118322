import { useIsMutating } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { AlbumDetails, AlbumRef } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import { positionOfDocument } from '../lib/firstData.ts'
import { useEvents } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Time over which the open pages of an album spread their refetches after a change, in milliseconds. */
const WITHIN = 1_000

type LiveAlbum = {
  album: AlbumRef
  /** when the catalogue's last answer arrived, in milliseconds; null if that was no album */
  foundAt: number | null
  isOver: boolean
  /** true while a dialog is open, whose input a change of the address would lose */
  isHeld: boolean
  refetch: () => Promise<{
    data: AlbumDetails | undefined
    isSuccess: boolean
    dataUpdatedAt: number
  }>
}

/** Refetches an album when what is known of it changes, and follows it to other names. Returns true once it was removed. */
export function useLiveAlbum({ album, foundAt, isOver, isHeld, refetch }: LiveAlbum): boolean {
  /** when the last answer before the removal arrived: a later one shows the album again */
  const [removedAnswer, setRemovedAnswer] = useState<number | null>(null)
  const follow = useFollowing(isHeld)
  // The page from which the album is removed is left after the answer.
  const isRemoving = useIsMutating({ mutationKey: getMutationKey(trpc.albums.remove) }) > 0
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The service can have an album of these names, and the event can be older than what the page shows.
  const confirmRemoval = async () => {
    const { data, isSuccess, dataUpdatedAt } = await refetch()
    const isThere = isSuccess && data?.withoutCatalogue !== 'looking'
    if (!isThere && foundAt !== null) setRemovedAnswer(dataUpdatedAt)
  }
  useEvents(trpc.catalog.live, {
    input: album,
    from: positionOfDocument(),
    onEvent(event) {
      clearTimeout(timer.current)
      if (event.type === 'album.changed') {
        const { artist, album: name } = event.album
        const isElsewhere = artist !== album.artist || name !== album.album
        follow(isElsewhere ? event.album : null)
        if (!isElsewhere) timer.current = setTimeout(() => void refetch(), Math.random() * WITHIN)
      } else if (event.type === 'album.removed') void confirmRemoval()
      else void refetch()
    },
    isOver,
    refetch,
  })
  const isRemoved = removedAnswer !== null && (foundAt ?? removedAnswer) === removedAnswer
  return isRemoved && !isRemoving
}

/** Returns a function that leads to the page of an album, which is loaded first and only then takes the place of this one. */
function useFollowing(isHeld: boolean): (album: AlbumRef | null) => void {
  const [next, setNext] = useState<AlbumRef | null>(null)
  const [, navigate] = useLocation()
  const { catalog } = trpc.useUtils()
  useEffect(() => {
    if (!next || isHeld) return
    let isOver = false
    const { artist, album: name } = next
    void catalog.album.prefetch(next).then(() => {
      if (!isOver) navigate(paths.album({ artist, name }) + location.search, { replace: true })
    })
    return () => {
      isOver = true
    }
  }, [next, isHeld, catalog, navigate])
  return setNext
}
