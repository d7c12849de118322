import { identityKey } from '../catalog/albums.ts'
import { keepGroupAlbum } from '../catalog/groupAlbums.ts'
import { findIds } from '../catalog/imports.ts'
import { cardsOfNamesakes, decideNamesake, findNamesakes, type Namesake } from '../catalog/namesakes.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { ImportAlbum } from '../generated/prisma/client.ts'
import type { Db } from '../lib/db.ts'
import { inBatches } from '../logs/inBatches.ts'
import type { Named } from './formats/draft.ts'
import { ENOUGH } from './formats/plays.ts'
import type { Job } from './job.ts'
import type { StoredProposal } from './stored.ts'

// Names of a file can mean each of several albums. The year in the file decides, or else the user.

/** TEXT columns hold 64 KB. */
const LONGEST = 60_000
const MOST_PROPOSALS = 20

type Looked = Pick<ImportAlbum, 'year' | 'heard' | 'chosen'>

/** The row of an album, the albums between which the user decides, or nothing that is known. */
type Meaning = { albumId: number } | { namesakes: Namesake[] } | null

type Context = { format: string | null; hold: () => Promise<void> }

/** Reads what the names of a page can mean; `keys` are the names of each album of a file, its own spelling first. */
export async function readMeanings(
  deps: WriteDeps,
  keysOfAll: readonly (readonly string[])[],
  context: Context,
) {
  const ids = await findIds(deps.db, [...new Set(keysOfAll.flat())])
  // Other names count only if the album is not known under its own.
  const keys = keysOfAll.flatMap((all) => (ids.has(all[0]!) ? [all[0]!] : all))
  const namesakes = await findNamesakes(deps.db, keys, ids)
  const decideKey = (key: string, looked: Looked) =>
    decide(deps, { looked, albumId: ids.get(key), namesakes: namesakes.get(key) }, context)

  return {
    ids,
    async meaningOf(all: readonly string[], looked: Looked): Promise<Meaning | { albumIds: number[] }> {
      const [first, ...others] = all as [string, ...string[]]
      if (ids.has(first) || namesakes.has(first)) return await decideKey(first, looked)
      const different = [...new Set(others.flatMap((key) => ids.get(key) ?? []))]
      if (different.length > 1) return { albumIds: different }
      const key = others.find((each) => ids.has(each)) ?? others.find((each) => namesakes.has(each))
      return key === undefined ? null : await decideKey(key, looked)
    },
  }
}

/** Decides between the album that the catalogue has found for names of a file, and its namesakes. */
export async function meaningOfFound(
  deps: WriteDeps,
  { format }: Pick<Job, 'format'>,
  { artist, name, albumId, ...looked }: Looked & { artist: string; name: string; albumId: number },
): Promise<NonNullable<Meaning>> {
  const key = identityKey({ artist, album: name })
  const namesakes = await findNamesakes(deps.db, [key], new Map([[key, albumId]]))
  const context = { format, hold: async () => {} }
  return (await decide(deps, { looked, albumId, namesakes: namesakes.get(key) }, context)) ?? { albumId }
}

/** Returns which of these names several albums have that are known here. */
export async function haveNamesakesHere(db: Db, names: readonly Named[]): Promise<boolean[]> {
  const keys = names.map((named) => identityKey(named))
  const several = new Set<string>()
  await inBatches(keys, async (batch) => {
    for (const [key] of await findNamesakes(db, batch, await findIds(db, batch))) several.add(key)
  })
  return keys.map((key) => several.has(key))
}

type Names = { looked: Looked; albumId: number | undefined; namesakes: Namesake[] | undefined }

async function decide(
  deps: WriteDeps,
  { looked, albumId, namesakes }: Names,
  { format, hold }: Context,
): Promise<Meaning> {
  const { year, heard, chosen } = looked
  // Our own files name albums by their addresses. A history of few tracks needs a decision anyway.
  const isDecided = (format === 'plak' && year === null) || (heard !== null && heard < ENOUGH && !chosen)
  const rest = namesakes && !isDecided ? decideNamesake(namesakes, { year, albumId }) : null
  if (!rest) return albumId === undefined ? null : { albumId }
  if (rest.length > 1) return { namesakes: rest }
  await hold()
  return { albumId: await keep(deps, rest[0]!) }
}

async function keep(deps: WriteDeps, { albumId, group }: Namesake): Promise<number> {
  if (!group) return albumId
  return (await change(deps, (write) => keepGroupAlbum(write, group.id))).id
}

/** JSON for ImportAlbum.proposals. */
export async function proposeNamesakes(db: Db, namesakes: readonly Namesake[]): Promise<string> {
  const proposals: StoredProposal[] = await cardsOfNamesakes(db, namesakes.slice(0, MOST_PROPOSALS))
  while (Buffer.byteLength(JSON.stringify(proposals)) > LONGEST) proposals.pop()
  return JSON.stringify(proposals)
}
