import { useEffect, useState } from 'react'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { draftKinds, keepDraft, partsOf, readOnDevice } from '../lib/onDevice.ts'

export const refOf = ({ artist, name }: AlbumCard): AlbumRef => ({ artist, album: name })
export const keyOf = (album: AlbumCard): string => albumKey(refOf(album))

const placeOf = (nickname: string) => `${draftKinds.picks}:${nickname}`

function readPicks(nickname: string): AlbumCard[] {
  const stored = readOnDevice(placeOf(nickname))
  return Array.isArray(stored) ? stored.filter(isAlbum) : []
}

function isAlbum(value: unknown): value is AlbumCard {
  const { artist, name } = partsOf<AlbumCard>(value)
  return typeof artist === 'string' && typeof name === 'string'
}

export const forgetPicks = (nickname: string): void => void keepDraft(placeOf(nickname), null)

export type Picks = {
  picks: readonly AlbumCard[]
  isPicked: (album: AlbumCard) => boolean
  toggle: (album: AlbumCard, wanted: boolean) => void
}

/** Albums that the viewer has picked, in their order. They are stored on the device until the welcome ends. */
export function usePicks(nickname: string): Picks {
  const [picks, setPicks] = useState(() => readPicks(nickname))
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === placeOf(nickname) && setPicks(readPicks(nickname))
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [nickname])
  const keys = new Set(picks.map(keyOf))
  return {
    picks,
    isPicked: (album) => keys.has(keyOf(album)),
    toggle(album, wanted) {
      // Read again: another tab, or a call since the last render, can have changed them.
      const others = readPicks(nickname).filter((pick) => keyOf(pick) !== keyOf(album))
      const next = wanted ? [...others, album].slice(0, limits.picks) : others
      keepDraft(placeOf(nickname), next.length > 0 ? next : null)
      setPicks(next)
    },
  }
}
