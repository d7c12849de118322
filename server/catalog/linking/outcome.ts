import type { Candidate } from '../../../shared/albums.ts'
import type { Write } from '../../core/change.ts'
import { kysely, rows, run } from '../../lib/sql.ts'
import { identityKey } from '../albums.ts'
import { hashOfIdentity } from '../aliases.ts'
import { emitAlbumChanged, lockAlbum, writeFacts, type Facts } from '../facts.ts'
import { albumTypeOf, keepGroups, type Group } from '../groups.ts'
import { isAdditionOf, splitAddition } from '../homonyms.ts'
import type { Decision } from './ladder.ts'
import { inDays } from './queue.ts'

/** Days until a link is checked again. */
const RECHECK_DAYS = 30
/** Candidates that are stored: a person cannot choose between more. */
const MOST_CANDIDATES = 20

/** Data of a release group in addition to the group itself. */
export type GroupContents = { genres: Facts['genres']; tracks: Facts['tracks'] }

export type Outcome = {
  albumId: number
  decision: Decision
  /** null unless the album is linked */
  contents: GroupContents | null
}

/** Stores the outcome of a look-up, unless a moderator decided meanwhile. */
export async function writeOutcome(write: Write, { albumId, decision, contents }: Outcome): Promise<void> {
  const album = await lockAlbum(write, albumId)
  const link = await lockLink(write, albumId)
  if (!link) return
  if (decision.state === 'linked') {
    if (link.isChosen && link.groupId !== decision.group.id) return await keepChoice(write, albumId)
    await keepGroups(write, [decision.group])
    await updateLink(write, albumId, {
      state: 'linked',
      groupId: decision.group.id,
      failures: 0,
      days: RECHECK_DAYS,
    })
    await keepOtherNames(write, album, decision.group)
    await writeGroupFacts(write, album, { group: decision.group, contents })
  } else if (link.isChosen) return await keepChoice(write, albumId)
  else if (decision.state === 'ambiguous') {
    const candidates = decision.candidates.slice(0, MOST_CANDIDATES)
    await keepGroups(write, candidates)
    await updateLink(write, albumId, { state: 'ambiguous', candidates, failures: 0, days: RECHECK_DAYS })
    // A date that a deleted group left can be that of another album.
    await writeFacts(write, { albumId, by: 'service', releaseDate: null })
  } else await writeNone(write, { albumId, failures: link.failures })
  if (link.state !== decision.state) emitAlbumChanged(write, album)
}

/** Removes a moderator's choice of no group from the queue: it would be looked up endlessly. A chosen group is looked up later. */
const keepChoice = async ({ tx, now }: Write, albumId: number): Promise<void> =>
  void (await run(
    tx,
    kysely
      .updateTable('AlbumLink')
      .set({ lookUpAt: null, wantedUntil: null })
      .where('albumId', '=', albumId)
      .where('groupId', 'is', null)
      .where('lookUpAt', '<=', now),
  ))

/** An answer 'none' is asked for again after 1, 2, 4 … 30 days. */
const writeNone = (
  write: Write,
  { albumId, failures, ...choice }: { albumId: number; failures: number; isChosen?: false },
): Promise<void> =>
  updateLink(write, albumId, {
    ...choice,
    state: 'none',
    failures: Math.min(failures + 1, 100),
    days: Math.min(2 ** failures, RECHECK_DAYS),
  })

/** Unlinks the albums of a release group that was deleted, even if a moderator chose it; they keep what is known of them. */
export async function writeDeletion(write: Write, groupId: string): Promise<void> {
  const links = await rows(
    write.tx,
    kysely.selectFrom('AlbumLink').select('albumId').where('groupId', '=', groupId).orderBy('albumId'),
  )
  for (const { albumId } of links) {
    const album = await lockAlbum(write, albumId)
    if ((await lockLink(write, albumId))?.groupId !== groupId) continue
    await writeNone(write, { albumId, failures: 0, isChosen: false })
    emitAlbumChanged(write, album)
  }
  await run(write.tx, kysely.deleteFrom('ReleaseGroup').where('id', '=', groupId))
}

/** Replaces the id of a release group that was merged into another one. */
export async function writeMerge(
  { tx }: Write,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await run(tx, kysely.updateTable('AlbumLink').set({ groupId: into }).where('groupId', '=', from))
  await run(tx, kysely.deleteFrom('ReleaseGroup').where('id', '=', from))
}

/** Stores what the service knows of a group now, for all of its albums. */
export async function writeRecheck(
  write: Write,
  { group, contents }: { group: Group; contents: GroupContents | null },
): Promise<void> {
  await keepGroups(write, [group])
  const links = await rows(
    write.tx,
    kysely.selectFrom('AlbumLink').select('albumId').where('groupId', '=', group.id).orderBy('albumId'),
  )
  for (const { albumId } of links) {
    const album = await lockAlbum(write, albumId)
    await keepOtherNames(write, album, group)
    await writeGroupFacts(write, album, { group, contents })
    await updateLink(write, albumId, { state: 'linked', groupId: group.id, failures: 0, days: RECHECK_DAYS })
  }
}

async function lockLink({ tx }: Write, albumId: number) {
  const [link] = await rows(
    tx,
    kysely.selectFrom('AlbumLink').selectAll().where('albumId', '=', albumId).forUpdate(),
  )
  return link
}

type Update = {
  state: 'linked' | 'ambiguous' | 'none'
  groupId?: string
  candidates?: readonly Group[]
  failures: number
  /** until the next look-up */
  days: number
  isChosen?: false
}

async function updateLink(
  { tx, now }: Write,
  albumId: number,
  { state, groupId, candidates, failures, days, ...choice }: Update,
): Promise<void> {
  await run(
    tx,
    kysely
      .updateTable('AlbumLink')
      .set({
        ...choice,
        state,
        failures,
        groupId: groupId ?? null,
        candidates: candidates ? JSON.stringify(candidates.map(candidateOf)) : null,
        checkedAt: now,
        lookUpAt: inDays(now, days),
        wantedUntil: null,
      })
      .where('albumId', '=', albumId),
  )
}

const candidateOf = (group: Group): Candidate => ({
  id: group.id,
  artist: group.artist,
  title: group.title,
  releaseDate: group.firstReleaseDate,
  type: albumTypeOf(group),
})

type AlbumRow = Awaited<ReturnType<typeof lockAlbum>>

/** Facts that the service does not know stay as they are; tracks are written only to an album without any. */
async function writeGroupFacts(
  write: Write,
  album: AlbumRow,
  { group, contents }: { group: Group; contents: GroupContents | null },
): Promise<void> {
  const type = albumTypeOf(group)
  const genres = contents?.genres ?? []
  const tracks = contents?.tracks ?? []
  const hasTracks = album.tracks !== null || (album.trackCount ?? 0) > 0
  await writeFacts(write, {
    albumId: album.id,
    by: 'service',
    ...(group.firstReleaseDate && { releaseDate: group.firstReleaseDate }),
    ...(type && { type }),
    ...(genres.length > 0 && { genres }),
    ...(tracks.length > 0 && !hasTracks && { tracks }),
  })
}

/**
 * A homonym, whose name is the group's title with an addition, is found by the service's other names of it: 'Melt'. Editions
 * ('X (Deluxe Edition)') are albums of their own: the other names are those of X.
 */
async function keepOtherNames({ tx }: Write, album: AlbumRow, group: Group): Promise<void> {
  const keyOf = (title: string) => identityKey({ artist: album.artist, album: title })
  const parts = splitAddition(album.name)
  const homonym = { id: group.id, releaseDate: group.firstReleaseDate, type: albumTypeOf(group) }
  if (!parts || !isAdditionOf(homonym, parts.addition)) return
  const plainKey = keyOf(parts.title)
  if (plainKey !== keyOf(group.title)) return
  const keys = group.aliases
    .map(({ name }) => keyOf(name))
    .filter((key) => key !== plainKey && key !== album.key)
  if (keys.length === 0) return
  const taken = await rows(tx, kysely.selectFrom('Album').select('key').where('key', 'in', keys))
  const free = new Set(keys.filter((key) => taken.every((each) => each.key !== key)))
  const aliases = [...free].map((key) => ({ key: hashOfIdentity(key), albumId: album.id }))
  if (aliases.length > 0) await run(tx, kysely.insertInto('AlbumAlias').ignore().values(aliases))
}
