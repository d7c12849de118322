import { useEffect, useState } from 'react'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import { draftKinds, keepDraft, partsOf, readOnDevice } from '../lib/onDevice.ts'

export const refOf = ({ artist, name }: AlbumCard): AlbumRef => ({ artist, album: name })
export const keyOf = (album: AlbumCard): string => albumKey(refOf(album))

const placeOf = (nickname: string) => `${draftKinds.picks}:${nickname}`

function readPicks(nickname: string): Pick[] {
  const stored = readOnDevice(placeOf(nickname))
  return Array.isArray(stored) ? stored.filter(isAlbum) : []
}

function isAlbum(value: unknown): value is AlbumCard {
  const { artist, name } = partsOf<AlbumCard>(value)
  return typeof artist === 'string' && typeof name === 'string'
}

export const forgetPicks = (nickname: string): void => void keepDraft(placeOf(nickname), null)

/** `given`: the first step gave it a heart, which it did not have before. */
export type Pick = AlbumCard & { given?: boolean }

export type Picks = {
  picks: readonly Pick[]
  isPicked: (album: AlbumCard) => boolean
  toggle: (album: Pick, wanted: boolean) => void
}

/** Albums that the viewer has picked, in their order. They are stored on the device until the welcome ends. */
export function usePicks(nickname: string): Picks & { markGiven: (albums: readonly AlbumCard[]) => void } {
  const [picks, setPicks] = useState(() => readPicks(nickname))
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === placeOf(nickname) && setPicks(readPicks(nickname))
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [nickname])
  const keys = new Set(picks.map(keyOf))
  const write = (next: Pick[]) => {
    keepDraft(placeOf(nickname), next.length > 0 ? next : null)
    setPicks(next)
  }
  return {
    picks,
    isPicked: (album) => keys.has(keyOf(album)),
    toggle(album, wanted) {
      // Read again: another tab, or a call since the last render, can have changed them.
      const others = readPicks(nickname).filter((pick) => keyOf(pick) !== keyOf(album))
      write(wanted ? [...others, album] : others)
    },
    markGiven(albums) {
      const given = new Set(albums.map(keyOf))
      write(readPicks(nickname).map((pick) => (given.has(keyOf(pick)) ? { ...pick, given: true } : pick)))
    },
  }
}
