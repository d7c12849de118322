import { bulkhead, BulkheadRejectedError } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { YearStats } from '../../shared/stats.ts'
import type { Deps } from '../core/deps.ts'
import { unavailable } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'
import { readListCards, readListHeads } from '../lists/read/view.ts'
import { readShownReviews } from '../logs/read/view.ts'
import { drawList, drawOwn, drawReview, drawYear } from './drawings.ts'
import { sleeveOf } from './sleeve.ts'
import { findYear, versionOf } from './years.ts'

/** maximum number of cached images, of about 300 KB each */
const MAX_DRAWINGS = 60
/** Drawing uses a CPU core: maximum number of concurrent drawings, and of waiting ones. */
const AT_ONCE = 2
const WAITING = 20

/** `png` calls `spend` only if it has to draw the image. */
export type Preview = { version: number | string; png: (spend: () => Promise<void>) => Promise<Buffer> }

/** Concurrent requests for an image share one drawing. */
function makeDrawings() {
  // One thread per image, so that threads remain for requests.
  sharp.concurrency(1)
  const room = bulkhead(AT_ONCE, WAITING)
  const drawings = new LRUCache<string, Promise<Buffer>>({ max: MAX_DRAWINGS })
  return async (name: string, spend: () => Promise<void>, draw: () => Promise<Buffer>): Promise<Buffer> => {
    if (!drawings.has(name)) await spend()
    const cached = drawings.get(name)
    if (cached) return await cached
    const drawing = room.execute(draw).catch((error: unknown) => {
      drawings.delete(name)
      throw error instanceof BulkheadRejectedError ? unavailable('error', error) : error
    })
    drawings.set(name, drawing)
    return await drawing
  }
}

const coverReader =
  ({ pictures, log }: Pick<Deps, 'pictures' | 'log'>) =>
  async (album: AlbumCard, edge: number): Promise<Buffer> => {
    try {
      const picture = album.image === null ? null : await pictures.fetch(album.image)
      return await sleeveOf(album, picture, edge)
    } catch (error) {
      log.debug({ err: error }, 'a preview is rendered without its cover')
      return await sleeveOf(album, null, edge)
    }
  }

type Numbers = Pick<YearStats, 'listens' | 'albums' | 'artists'>
const numbersIn = ({ listens, albums, artists }: Numbers, { stats, catalog }: typeof catalogues.default) => [
  stats.listenCount(listens),
  catalog.albumCount(albums),
  stats.artistCount(artists),
]

/**
 * Null if the thing does not exist or is not for everyone. `png` throws `unavailable` when too many images are requested at once.
 */
export function makePreviews({
  db,
  bus,
  now,
  pictures,
  log,
}: Pick<Deps, 'db' | 'bus' | 'now' | 'pictures' | 'log'>) {
  // Crawlers send no language of a user: images are in the default language.
  const texts = catalogues.default
  const getDrawing = makeDrawings()
  const coverOf = coverReader({ pictures, log })

  async function list(id: number): Promise<Preview | null> {
    const [head] = await readListHeads(db, 0, [id])
    if (!head) return null
    const { version, name, owner, albumCount } = head
    const byLine = texts.sharing.byLine(owner.nickname, texts.catalog.albumCount(albumCount))
    const draw = async () => {
      const [card] = await readListCards(db, 0, [id])
      return await drawList({ name, byLine, covers: card?.covers ?? [], coverOf })
    }
    return { version, png: (spend) => getDrawing(`list ${id} ${version} ${byLine}`, spend, draw) }
  }

  async function review(id: number): Promise<Preview | null> {
    const [row] = await readShownReviews(db, null, [id])
    if (!row) return null
    const { version, user, album, rating, review: text } = row
    const draw = () => drawReview({ album, nickname: user.nickname, rating, text, coverOf })
    return { version, png: (spend) => getDrawing(`review ${id} ${version} ${user.nickname}`, spend, draw) }
  }

  async function year(nickname: string, number: number): Promise<Preview | null> {
    const stats = await findYear({ db, bus, now }, nickname, number)
    if (!stats) return null
    const version = versionOf(stats)
    const draw = () =>
      drawYear({
        title: texts.stats.yearInAlbums(number),
        nickname,
        numbers: numbersIn(stats, texts),
        covers: stats.mosaic,
        coverOf,
      })
    return { version, png: (spend) => getDrawing(`year ${nickname} ${number} ${version}`, spend, draw) }
  }

  return {
    list,
    review,
    year,
    own: () =>
      getDrawing(
        'own',
        async () => {},
        () => drawOwn(texts.layout.slogan),
      ),
  }
}
