import { BrokenCircuitError, BulkheadRejectedError } from 'cockatiel'
import { sql, type SqlBool } from 'kysely'
import { picturePath } from '../../../shared/pictures.ts'
import type { CoverArt } from '../../clients/coverart/client.ts'
import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import type { Link } from '../../clients/musicbrainz/fields.ts'
import type { Wikimedia } from '../../clients/wikimedia/client.ts'
import { change, type Write, type WriteDeps } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { Tx } from '../../lib/db.ts'
import { DomainError } from '../../lib/errors.ts'
import { kysely, rows, run } from '../../lib/sql.ts'
import { coverRules, encodePicture } from '../../pictures/decode.ts'
import { storePicture } from '../../pictures/store.ts'
import { emitAlbumChanged } from '../facts.ts'

// Covers of the Cover Art Archive and pictures of Wikimedia Commons: fetched once, resized, and served by us.

const HOUR = 60 * 60_000
const [AFTER_NONE, AFTER_FAILURE, SOON] = [7 * 24 * HOUR, HOUR, 60_000]
const AT_ONCE = 4
/** How long a picture of an artist waits for MusicBrainz, in milliseconds. */
const PATIENCE = 10_000

/** Puts covers of release groups into the queue that have never been asked for, after all others. */
export async function wantCovers(
  { db, now }: { db: Tx; now: () => Date },
  groupIds: readonly string[],
): Promise<void> {
  const askAgainAt = now()
  const data = groupIds.map((id) => ({ id, askAgainAt }))
  await db.servicePicture.createMany({ data, skipDuplicates: true })
}

/** Puts covers at the front of the queue: somebody looks at a page with them. */
export async function wantCoversFirst(
  deps: Pick<Deps, 'db' | 'now'>,
  groupIds: readonly string[],
): Promise<void> {
  await wantCovers(deps, groupIds)
  const areDue = { id: { in: [...groupIds] }, image: null, askAgainAt: { lte: deps.now() } }
  await deps.db.servicePicture.updateMany({ where: areDue, data: { askAgainAt: new Date(0) } })
}

/** Wants the cover of an album that was just created. */
export async function wantNewCover(deps: WriteDeps, groupId: string): Promise<void> {
  await wantCoversFirst(deps, [groupId])
  // A cover that was stored meanwhile found no album.
  await change(deps, async (write) => {
    const picture = await write.tx.servicePicture.findUnique({ where: { id: groupId } })
    if (picture?.image) await showCover(write, groupId, picture.image)
  })
}

/** Fetches the covers that are due, until none is left or the archive fails. */
export async function fetchCovers(deps: WriteDeps, coverart: CoverArt, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await rows(
      deps.db,
      kysely
        .selectFrom('ServicePicture')
        .select('id')
        .where('askAgainAt', '<=', deps.now())
        // Pictures of artists are fetched from another service.
        .where('id', 'not in', kysely.selectFrom('Artist').select('id'))
        .orderBy('askAgainAt')
        .limit(AT_ONCE),
    )
    if (due.length === 0 || signal.aborted) return
    const fetched = await Promise.all(due.map(({ id }) => fetchCover(deps, coverart, { id, signal })))
    if (fetched.includes('away')) return
  }
}

async function fetchCover(
  deps: WriteDeps,
  coverart: CoverArt,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<'kept' | 'away'> {
  const page = `https://coverartarchive.org/release-group/${id}/front`
  const fetched = await coverart.front(id, { signal }).then((bytes) => bytes && { bytes, page }, failure)
  await keepPicture(deps, id, fetched)
  return fetched === 'away' ? 'away' : 'kept'
}

/** Asks again for the picture of one artist for whom that is due: one at a time, so that covers do not wait for long. */
export async function renewPortrait(
  deps: WriteDeps,
  { musicbrainz, wikimedia }: { musicbrainz: MusicBrainz; wikimedia: Wikimedia },
  signal: AbortSignal,
): Promise<void> {
  const [due] = await rows(
    deps.db,
    kysely
      .selectFrom('ServicePicture as p')
      .innerJoin('Artist as a', 'a.id', 'p.id')
      .select('p.id')
      .where('p.askAgainAt', '<=', deps.now())
      .orderBy('p.askAgainAt')
      .limit(1),
  )
  if (!due) return
  const { id } = due
  const caller = { isWaitedFor: false, patience: PATIENCE, signal }
  const artist = await musicbrainz.artist(id, caller).catch(failure)
  if (signal.aborted) return
  if (typeof artist === 'string') return await keepPicture(deps, id, artist)
  await fetchPortrait(deps, wikimedia, { id, links: artist?.links ?? [], signal })
}

/** Fetches the picture of an artist, unless it was asked for not long ago. */
export async function fetchPortrait(
  deps: WriteDeps,
  wikimedia: Wikimedia,
  { id, links, signal }: { id: string; links: readonly Link[]; signal: AbortSignal | undefined },
): Promise<void> {
  const known = await deps.db.servicePicture.findUnique({ where: { id } })
  if (known && (known.askAgainAt === null || known.askAgainAt > deps.now())) return
  const picture = await wikimedia.artistPicture(links, signal).catch(failure)
  if (picture === null || typeof picture === 'string') return await keepPicture(deps, id, picture)
  const { bytes, author, license, page } = picture
  await keepPicture(deps, id, { bytes, author, license: license.name, licenseUrl: license.url, page })
}

/** 'away': the circuit breaker is open, which says nothing about this picture. The client logs and counts failures. */
const failure = (error: unknown) => (error instanceof BrokenCircuitError ? 'away' : 'failed')

type Fetched = {
  bytes: Buffer
  author?: string | null
  license?: string
  licenseUrl?: string | null
  page: string
}

/** Stores a picture, or when it is asked for again: a picture that does not exist later than one that cannot be fetched. */
async function keepPicture(
  deps: WriteDeps,
  id: string,
  fetched: Fetched | null | ReturnType<typeof failure>,
): Promise<void> {
  const picture = typeof fetched === 'string' ? null : fetched
  const encoded = picture && (await encode(picture.bytes))
  const files = encoded === 'busy' ? null : encoded
  const isSoon = fetched === 'away' || encoded === 'busy'
  const pause = isSoon ? SOON : fetched === null ? AFTER_NONE : AFTER_FAILURE
  await change(deps, async (write) => {
    const { tx, now } = write
    if (!picture || !files) {
      const askAgainAt = new Date(now.getTime() + pause)
      await tx.servicePicture.upsert({ where: { id }, create: { id, askAgainAt }, update: { askAgainAt } })
      return
    }
    const image = picturePath(await storePicture({ tx, now }, files))
    const { bytes: _, ...credit } = picture
    const values = { ...credit, image, askAgainAt: null }
    await tx.servicePicture.upsert({ where: { id }, create: { id, ...values }, update: values })
    await showCover(write, id, image)
  })
}

/**
 * Null for a picture that cannot be decoded: an error page with a picture's type, or a picture that is too small. 'busy': too
 * many pictures wait for the encoder.
 */
async function encode(bytes: Buffer) {
  try {
    return await encodePicture(bytes, coverRules)
  } catch (error) {
    if (error instanceof DomainError) return null
    if (error instanceof BulkheadRejectedError) return 'busy'
    throw error
  }
}

/** Gives the albums of a release group its cover, except those that have one, or whose cover a person removed. */
async function showCover(write: Write, groupId: string, image: string): Promise<void> {
  const { tx } = write
  const albums = await rows(
    tx,
    kysely
      .selectFrom('AlbumLink as l')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['a.id', 'a.key', 'a.artist', 'a.name'])
      .where('l.groupId', '=', groupId)
      .where('a.image', 'is', null)
      .where(sql<SqlBool>`NOT FIND_IN_SET('image', a.edited)`)
      .orderBy('a.id')
      .forUpdate(),
  )
  for (const { id, ...album } of albums) {
    await run(tx, kysely.updateTable('Album').set({ image }).where('id', '=', id))
    emitAlbumChanged(write, album)
  }
}

/** Gives an album the cover of the group that it was linked to, unless it has one that is not its previous group's. */
export async function replaceCover(
  { tx, now }: Write,
  album: { id: number; image: string | null; edited: string },
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  if (album.edited.split(',').includes('image')) return
  const ids = [from, to].filter((id) => id !== null)
  const pictures = await tx.servicePicture.findMany({ where: { id: { in: ids } } })
  const imageOf = (id: string | null) => pictures.find((picture) => picture.id === id)?.image ?? null
  if (album.image !== null && album.image !== imageOf(from)) return
  const image = imageOf(to)
  if (image !== album.image)
    await run(tx, kysely.updateTable('Album').set({ image }).where('id', '=', album.id))
  if (to !== null && image === null) await wantCovers({ db: tx, now: () => now }, [to])
}
