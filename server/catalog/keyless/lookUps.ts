import { MusicBrainzError } from '../../clients/musicbrainz/answer.ts'
import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import type { Caller } from '../../clients/servicePace.ts'
import type { Wikimedia } from '../../clients/wikimedia/client.ts'
import { change, type Write, type WriteDeps } from '../../core/change.ts'
import { DomainError } from '../../lib/errors.ts'
import { insertRows, kysely, rows } from '../../lib/sql.ts'
import { identityKey, topicOfKey } from '../albums.ts'
import { hashOfIdentity } from '../aliases.ts'
import { emitAlbumChanged } from '../facts.ts'
import { findGroup, nameGroups } from '../groupAlbums.ts'
import { keepGroups, type Group } from '../groups.ts'
import { inOrder } from '../homonyms.ts'
import { steps, type Decision } from '../linking/ladder.ts'
import { lookUpGroup } from '../linking/lookUp.ts'
import { writeDeletion, writeMerge, writeOutcome } from '../linking/outcome.ts'
import { readContents } from '../linking/recheck.ts'
import { lookUpArtist } from './artists.ts'
import { wantNewCover } from './pictures.ts'
import { closeRequest, deleteRequest, newestRequest, postponeRequest, type Request } from './requests.ts'

// Asks MusicBrainz about the names that were requested, and stores each answer as a row, or as 'none'.

const DAY = 24 * 60 * 60_000
/** How long somebody waits who requested a name, in milliseconds. */
const WAITED_FOR = 60_000
/** Patience with the service: then the newest request can be another one. */
const PATIENCE = 10_000

export type Services = { musicbrainz: MusicBrainz; wikimedia: Wikimedia | null }

/** Answers the open requests, the newest first, until none is left or the service fails. */
export async function answerRequests(
  deps: WriteDeps,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const time = deps.now().getTime()
    const [request] = await newestRequest(deps.db, { since: new Date(time - DAY), now: new Date(time) })
    if (!request) return
    const isWaitedFor = request.wantedAt.getTime() > time - WAITED_FOR
    if (!(await attempt(deps, services, { request, caller: { isWaitedFor, patience: PATIENCE, signal } })))
      return
  }
}

type Asked = { request: Request; caller: Caller }

/**
 * Returns false if the service fails: the request stays open. If the failure can concern its name and nobody waits for it, the
 * others come first.
 */
async function attempt(deps: WriteDeps, services: Services, { request, caller }: Asked): Promise<boolean> {
  try {
    const { artist, album } = request
    if (album !== null) await answerAlbum(deps, services.musicbrainz, { request, album, caller })
    else if (!(await lookUpArtist(deps, services, { artist, request, caller })))
      await change(deps, (write) => closeRequest(write, request))
    return true
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { cause } = error
    if (!(cause instanceof MusicBrainzError)) return false
    if (cause.failure !== 'refused') {
      const canConcernName = cause.reason === 'broken' || cause.reason === 'unreachable'
      if (canConcernName && !caller.isWaitedFor)
        await change(deps, (write) => postponeRequest(write, request))
      return false
    }
    // Names that the service does not accept are unknown to it.
    await change(deps, (write) => writeNone(write, request))
    return true
  }
}

async function answerAlbum(
  deps: WriteDeps,
  musicbrainz: MusicBrainz,
  { request, album, caller }: Asked & { album: string },
): Promise<void> {
  const names = { artist: request.artist, album }
  const known = await findGroup(deps.db, names)
  const group = known && (await musicbrainz.releaseGroup(known.id, caller))
  if (known && group?.id !== known.id)
    await change(deps, (write) =>
      group ? writeMerge(write, { from: known.id, into: group.id }) : writeDeletion(write, known.id),
    )
  const asked: Decision = group
    ? { state: 'linked', group, step: steps.exact }
    : await lookUpGroup(musicbrainz, names, caller)
  const decision = plainOf(names, asked)
  if (decision.state === 'none') return await change(deps, (write) => writeNone(write, request))
  const contents =
    decision.state === 'linked' ? await readContents(musicbrainz, decision.group.id, caller) : null
  await change(deps, async (write) => {
    if (asked.state === 'ambiguous') await keepGroups(write, asked.candidates)
    const albumId = await keepRow(write, names, decision)
    await writeOutcome(write, { albumId, decision, contents })
    await deleteRequest(write, request)
  })
  if (decision.state === 'linked') await wantNewCover(deps, decision.group.id)
}

/** If several albums have exactly the requested names, the address means the earliest. */
function plainOf(names: { artist: string; album: string }, decision: Decision): Decision {
  if (decision.state !== 'ambiguous') return decision
  const key = identityKey(names)
  const { candidates } = decision
  const isSame = ({ artist, title }: Group) => identityKey({ artist, album: title }) === key
  if (!candidates.every(isSame)) return decision
  const [earliest] = inOrder(
    candidates.map((group) => ({ id: group.id, releaseDate: group.firstReleaseDate, type: null })),
  )
  const group = candidates.find(({ id }) => id === earliest!.id)!
  return { state: 'linked', group, step: decision.step }
}

type Found = Exclude<Decision, { state: 'none' }>

/** Returns the id of the album's row, which is created under the names of its release group, or those that were asked for. */
async function keepRow(
  write: Write,
  names: { artist: string; album: string },
  decision: Found,
): Promise<number> {
  const { tx, now, emit } = write
  const { artist, name } = await namesOf(write, names, decision)
  const key = identityKey({ artist, album: name })
  const row = { key, artist, name, createdAt: now, updatedAt: now }
  // An update that changes nothing: somebody else can have created the row.
  await insertRows(tx, 'Album', [row], { orUpdate: ['key'] })
  const [album] = await rows(tx, kysely.selectFrom('Album').select('id').where('key', '=', key))
  const { id: albumId } = album!
  await tx.albumLink.createMany({ data: { albumId, lookUpAt: now }, skipDuplicates: true })
  const requestedKey = identityKey(names)
  if (requestedKey !== key) {
    await insertRows(tx, 'AlbumAlias', [{ key: hashOfIdentity(requestedKey), albumId }], {
      orUpdate: ['albumId'],
    })
    // Pages that are open under the requested names.
    emit(topicOfKey(requestedKey), { type: 'album.changed', album: { artist, album: name } }, null)
  }
  emitAlbumChanged(write, { key, artist, name })
  return albumId
}

async function namesOf(
  write: Write,
  { artist, album }: { artist: string; album: string },
  decision: Found,
): Promise<{ artist: string; name: string }> {
  if (decision.state === 'ambiguous') return { artist, name: album }
  const { group } = decision
  const [known] = await rows(
    write.tx,
    kysely
      .selectFrom('AlbumLink as l')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['a.artist', 'a.name'])
      .where('l.groupId', '=', group.id)
      .where('l.state', '=', 'linked')
      .where('a.mergedIntoId', 'is', null)
      .orderBy('a.id')
      .limit(1),
  )
  if (known) return known
  await keepGroups(write, [group])
  const key = identityKey({ artist: group.artist, album: group.title })
  const named = (await nameGroups(write.tx, [key])).find(({ id }) => id === group.id)
  return { artist: group.artist, name: named?.name ?? group.title }
}

/** Stores that the service knows no such thing, and tells the pages that wait for it. */
async function writeNone(write: Write, request: Request): Promise<void> {
  await closeRequest(write, request)
  const { artist, album } = request
  if (album === null) return
  emitAlbumChanged(write, { key: identityKey({ artist, album }), artist, name: album })
}
