import type { AlbumRef } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import { fiveMinutes, isInvalid, isNotFound, trpc } from '../lib/trpc.ts'
import { useCanonicalAddress } from './useCanonicalAddress.ts'
import { useLiveAlbum } from './useLiveAlbum.ts'
import { useLogging } from './useLogging.ts'

/**
 * The album of a page, kept live, and the page's log dialog. `details` is undefined until the URL has the album's canonical names,
 * and once the album was removed.
 */
export function usePageAlbum(requestedRef: AlbumRef, nickname: string | undefined) {
  const utils = trpc.useUtils()
  const album = trpc.catalog.album.useQuery(requestedRef, {
    // Data shown while the catalogue cannot be asked must not be cached.
    staleTime: ({ state }) => ((state.data?.withoutCatalogue ?? 'notFound') === 'notFound' ? fiveMinutes : 0),
  })
  // A look-up can end with the answer that there is no such album, and an album can be removed.
  const data = isNotFound(album.error) ? undefined : album.data
  const isElsewhere =
    data !== undefined && (data.artist !== requestedRef.artist || data.name !== requestedRef.album)
  const logging = useLogging(isElsewhere ? undefined : data, nickname)
  const isHeld = logging.dialog !== null
  const { refetch } = album
  const isRemoved = useLiveAlbum({
    album: requestedRef,
    foundAt: data && data.withoutCatalogue !== 'looking' ? album.dataUpdatedAt : null,
    isOver: isInvalid(album.error),
    isHeld,
    refetch,
  })
  useCanonicalAddress(isElsewhere && !isHeld ? paths.album(data) : null, () => {
    if (data) utils.catalog.album.setData({ artist: data.artist, album: data.name }, data)
  })
  const isShown = !isRemoved && (!isElsewhere || isHeld)
  return { album, details: isShown ? data : undefined, logging, isRemoved }
}
