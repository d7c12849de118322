import { sql } from 'kysely'
import type { AlbumCard } from '../../../shared/catalog.ts'
import { readCursor, writeCursor, type Cursor } from '../../../shared/cursor.ts'
import { limits } from '../../../shared/limits.ts'
import type { AlbumShelfInput } from '../../../shared/logs.ts'
import { emptyPage, type Page } from '../../../shared/page.ts'
import type { Insider } from '../../../shared/visibility.ts'
import { byReader, isSeenBy } from '../../access/visibleTo.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { newestFirst, pageOf } from '../../lib/keyset.ts'
import { byIndex, kysely, statement } from '../../lib/sql.ts'
import { readOf } from '../../users/queries.ts'
import {
  isReleasedIn,
  newestReleaseFirst,
  readReleaseCursor,
  releaseDate,
  writeReleaseCursor,
  yearsOf,
  type ReleasePlace,
  type Years,
} from '../read/byRelease.ts'

const PAGE = limits.profilePage

type Wanted<After> = { userId: number; years: Years | null; after: After | null; limit: number }

/** A favorite is visible if the reader can see any listening of its album, or if there is no listening. */
const favoritesSeenBy = (reader: Insider, { userId, years, limit }: Omit<Wanted<never>, 'after'>) =>
  kysely
    .selectFrom('Favorite as f')
    .innerJoin('Album as a', 'a.id', 'f.albumId')
    // Index forced: for each favorite, MariaDB would otherwise search all opinions of the user.
    .leftJoin(byIndex('Opinion', 'o', 'PRIMARY'), (join) =>
      join.onRef('o.userId', '=', 'f.userId').onRef('o.albumId', '=', 'f.albumId'),
    )
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['f.albumId', 'f.createdAt', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .select(releaseDate.as('date'))
    .where('f.userId', '=', userId)
    .where((eb) => eb.or([eb('o.userId', 'is', null), isSeenBy(reader, 'o')]))
    .$if(years !== null, (query) => query.where(isReleasedIn(years!, 'f.albumId')))
    .limit(limit)

const latest = byReader((reader) =>
  statement(({ after, ...wanted }: Wanted<Cursor>) =>
    newestFirst(favoritesSeenBy(reader, wanted), 'f.createdAt', 'f.albumId', after),
  ),
)
const byRelease = byReader((reader) =>
  statement(({ after, ...wanted }: Wanted<ReleasePlace>) =>
    newestReleaseFirst(favoritesSeenBy(reader, wanted), 'f.albumId', after),
  ),
)

export async function listFavorites(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor, limit = PAGE, sort, decade }: AlbumShelfInput,
): Promise<Page<AlbumCard>> {
  return await readOf({ db }, { viewer, nickname, nothing: emptyPage }, async ({ id: userId, reader }) => {
    const wanted = { userId, years: yearsOf({ decade }), limit: limit + 1 }
    const rows =
      sort === 'date'
        ? await byRelease[reader](db, { ...wanted, after: readReleaseCursor(cursor) })
        : await latest[reader](db, { ...wanted, after: readCursor(cursor) })
    const { page, next } = pageOf(rows, limit, ({ createdAt, date, albumId: id }) =>
      sort === 'date' ? writeReleaseCursor({ date, id }) : writeCursor({ at: createdAt, id }),
    )
    return { items: page.map(({ artist, name, image, year }) => ({ artist, name, image, year })), next }
  })
}
