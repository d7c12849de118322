import { sql } from 'kysely'
import type { z } from 'zod'
import type { AlbumCard } from '../../shared/catalog.ts'
import { utcDay } from '../../shared/days.ts'
import { limits } from '../../shared/limits.ts'
import type { listenLaterInput, ListenLaterPage } from '../../shared/listenLater.ts'
import { readPlace, writePlace, type Place } from '../../shared/listenLaterPlace.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { pageOf } from '../lib/keyset.ts'
import { byIndex, kysely, statement } from '../lib/sql.ts'

const PAGE = limits.listenLaterPage

type Wanted = { userId: number; after: Place | null; limit: number }
const pageOfItems = statement(({ userId, after, limit }: Wanted) =>
  kysely
    .selectFrom(byIndex('ListenLater', 'i', 'ListenLater_userId_position_albumId_idx'))
    .innerJoin('Album as a', 'a.id', 'i.albumId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['i.albumId', 'i.position', 'i.addedOn', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .where('i.userId', '=', userId)
    .$if(after !== null, (query) =>
      query.where((eb) => {
        const [position, albumId] = [eb.ref('i.position'), eb.ref('i.albumId')]
        const { position: itsPosition, albumId: itsId } = after!
        return sql<boolean>`(${position} >= ${itsPosition} AND (${position} > ${itsPosition} OR ${albumId} > ${itsId}))`
      }),
    )
    .orderBy('i.position')
    .orderBy('i.albumId')
    .limit(sql<number>`${limit}`),
)

export async function listListenLater(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { cursor, limit = PAGE }: z.output<typeof listenLaterInput>,
): Promise<ListenLaterPage> {
  // Read before the rows, so that an event in between is sent again rather than lost.
  const live = bus.last()
  const rows = await pageOfItems(db, { userId: viewer.id, after: readPlace(cursor), limit: limit + 1 })
  const { page, next } = pageOf(rows, limit, writePlace)
  const items = page.map(({ artist, name, image, year, position, addedOn }) => ({
    album: { artist, name, image, year },
    position,
    addedOn: utcDay(addedOn),
  }))
  return { items, next, live }
}

/** Returns the first albums, for the home page. */
export async function listFirst({ db }: Pick<Deps, 'db'>, viewer: SignedIn): Promise<AlbumCard[]> {
  const rows = await pageOfItems(db, { userId: viewer.id, after: null, limit: limits.home.albums })
  return rows.map(({ artist, name, image, year }) => ({ artist, name, image, year }))
}
