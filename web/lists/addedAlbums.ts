import type { AlbumCard } from '../../shared/catalog.ts'
import { keepDraft, partsOf, readOnDevice } from '../lib/onDevice.ts'
import { draftPlace } from './draftPlace.ts'

// Albums that somebody added on /albums/add for a list that they are editing: its editor takes them into the draft.

const placeOf = (nickname: string, list: number) => `${draftPlace(nickname, list || null)}:added`

/** `list` is 0 for a list that is not created yet. */
export function addToDraft({ nickname, list }: { nickname: string; list: number }, album: AlbumCard): void {
  keepDraft(placeOf(nickname, list), [...readAlbums(nickname, list), album])
}

/** Returns each album once. */
export function takeAdded({ nickname, list }: { nickname: string; list: number }): AlbumCard[] {
  const albums = readAlbums(nickname, list)
  if (albums.length > 0) keepDraft(placeOf(nickname, list), null)
  return albums
}

function readAlbums(nickname: string, list: number): AlbumCard[] {
  const kept = readOnDevice(placeOf(nickname, list))
  if (!Array.isArray(kept)) return []
  return kept.flatMap((value: unknown) => {
    const { artist, name, image, year } = partsOf<AlbumCard>(value)
    if (typeof artist !== 'string' || typeof name !== 'string') return []
    const isPicture = typeof image === 'string'
    return [{ artist, name, image: isPicture ? image : null, year: typeof year === 'number' ? year : null }]
  })
}
