import { sql } from 'kysely'
import type { z } from 'zod'
import { readCursor, writeCursor, type Cursor } from '../../shared/cursor.ts'
import { limits } from '../../shared/limits.ts'
import { emptyPage } from '../../shared/page.ts'
import type {
  OwnPlay,
  OwnPlaysPage,
  ownPlaysInput,
  Play,
  PlaysPage,
  playsOfInput,
} from '../../shared/plays.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Db } from '../lib/db.ts'
import { newestFirst, pageOf } from '../lib/keyset.ts'
import { byIndex, kysely, statement } from '../lib/sql.ts'
import { albumLinksOf } from './albumLinks.ts'
import { readVisible } from './visible.ts'

const PAGE = limits.playsPage

type Wanted = { userId: number; after: Cursor | null; limit: number }
const pageOfPlays = statement(({ userId, after, limit }: Wanted) =>
  newestFirst(
    kysely
      .selectFrom(byIndex('Play', 'p', 'Play_userId_at_id_idx'))
      .select(['p.id', 'p.at', 'p.artist', 'p.track', 'p.album', 'p.albumArtist', 'p.albumKey'])
      .select(['p.source', 'p.client'])
      .where('p.userId', '=', userId)
      .limit(sql<number>`${limit}`),
    'p.at',
    'p.id',
    after,
  ),
)

async function readPage(
  db: Db,
  userId: number,
  { cursor, limit = PAGE }: z.output<typeof ownPlaysInput>,
): Promise<PlaysPage<OwnPlay>> {
  const rows = await pageOfPlays(db, { userId, after: readCursor(cursor), limit: limit + 1 })
  const { page, next } = pageOf(rows, limit, writeCursor)
  const linkOf = await albumLinksOf(db, page)
  const items = page.map((row) => {
    const { albumArtist: _, albumKey: __, at, ...play } = row
    return { ...play, at: at.toISOString(), albumLink: linkOf(row) }
  })
  return { items, next }
}

export async function listOwnPlays(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  page: z.output<typeof ownPlaysInput>,
): Promise<OwnPlaysPage> {
  // Read before the rows, so that an event in between is sent again rather than lost.
  const live = bus.last()
  return { ...(await readPage(db, viewer.id, page)), live }
}

const withoutOrigin = ({ id, at, artist, track, album, albumLink }: OwnPlay): Play => ({
  id,
  at,
  artist,
  track,
  album,
  albumLink,
})

/** A viewer who cannot see the plays gets an empty page, like that of a user who has none. @throws notFound */
export const listPlaysOf = (
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, ...page }: z.output<typeof playsOfInput>,
): Promise<PlaysPage> =>
  readVisible({ db }, { viewer, nickname, thing: 'plays', nothing: emptyPage }, async (userId) => {
    const { items, next } = await readPage(db, userId, page)
    return { items: items.map(withoutOrigin), next }
  })
