import { createHash } from 'node:crypto'
import { limits } from '../../shared/limits.ts'
import { tagsInput } from '../../shared/tags.ts'
import { identityKey } from '../catalog/albums.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Db, Tx } from '../lib/db.ts'
import { areApart } from '../users/other.ts'
import type { Draft, Named } from './formats/draft.ts'
import { otherNames } from './formats/names.ts'

// Drafts become rows of the database, a thousand at a time.

/** By what an album of a file is one, however it is written there. */
const keyOfNamed = (named: Named): Buffer => createHash('sha256').update(identityKey(named)).digest()

const isTooLong = ({ artist, album }: Named) => Math.max(artist.length, album.length) > limits.catalogName

/** A draft that holds to our limits; one that does not says why. */
export function checked(draft: Draft): Draft {
  const { kind, named, content, problem } = draft
  if (problem) return draft
  if (kind === 'follow') return draft
  if (!named) return { ...draft, problem: 'noArtist' }
  if (isTooLong(named)) return { ...draft, named: null, problem: 'tooLong' }
  if ((content?.review?.length ?? 0) > limits.review) return { ...draft, problem: 'reviewTooLong' }
  if (!content?.tags) return draft
  const tags = tagsInput.safeParse(content.tags)
  return tags.success
    ? { ...draft, content: { ...content, tags: tags.data } }
    : { ...draft, problem: 'badTags' }
}

/** Writes drafts as rows. */
export function makeRowWriter(db: Db, { importId, userId }: { importId: number; userId: number }) {
  const albums = new Map<string, number>()
  const people = new Set<string>()
  let number = 0

  async function writeAlbums(drafts: readonly Draft[]): Promise<void> {
    const fresh = new Map<string, Prisma.Sql>()
    const keys: Buffer[] = []
    for (const { named, others, heard, problem } of drafts) {
      if (!named || problem) continue
      const key = keyOfNamed(named)
      const name = key.toString('latin1')
      if (albums.has(name) || fresh.has(name)) continue
      const names = otherNames(named, others)
      keys.push(key)
      fresh.set(
        name,
        Prisma.sql`(${importId}, ${key}, ${named.artist}, ${named.album}, ${names.length > 0 ? JSON.stringify(names) : null}, ${heard ?? null})`,
      )
    }
    if (keys.length === 0) return
    await db.$executeRaw`
      INSERT INTO ImportAlbum (importId, \`key\`, artist, name, names, heard) VALUES ${Prisma.join([...fresh.values()])}
      ON DUPLICATE KEY UPDATE names = VALUES(names), heard = VALUES(heard)`
    const found = await db.$queryRaw<{ id: number; key: Uint8Array }[]>`
      SELECT id, \`key\` FROM ImportAlbum WHERE importId = ${importId} AND \`key\` IN (${Prisma.join(keys)})`
    for (const { id, key } of found) albums.set(Buffer.from(key).toString('latin1'), id)
  }

  function rowOf(draft: Draft, follows: Map<string, Followed>): Prisma.Sql {
    const { kind, named, date = null, rating = 0, cells, problem } = draft
    const content = { ...draft.content, ...(named && problem && { names: named }) }
    const albumId = named && !problem ? albums.get(keyOfNamed(named).toString('latin1'))! : null
    const verdict = problem
      ? { state: 'unreadable', why: problem, madeId: null }
      : kind === 'follow'
        ? verdictOfFollow(content.nickname!, follows)
        : { state: 'looking', why: null, madeId: null }
    return Prisma.sql`(${importId}, ${number++}, ${kind}, ${albumId}, ${verdict.state}, ${verdict.why}, ${date && new Date(date)}, ${rating},
      ${JSON.stringify(content)}, ${JSON.stringify(cells)}, ${verdict.madeId})`
  }

  function verdictOfFollow(nickname: string, follows: Map<string, Followed>) {
    const person = follows.get(nickname)
    if (!person) return { state: 'missing', why: 'nobody', madeId: null }
    if (person.isFollowed) return { state: 'here', why: 'followed', madeId: null }
    people.add(nickname)
    return { state: 'ready', why: null, madeId: person.id }
  }

  return {
    /** how many rows are written */
    count: () => number,
    /** whom the file follows, of those that are here */
    follows: () => [...people],
    async write(drafts: readonly Draft[]): Promise<void> {
      await writeAlbums(drafts)
      const nicknames = drafts.flatMap(({ kind, content }) => (kind === 'follow' && content?.nickname) || [])
      const follows =
        nicknames.length > 0 ? await readFollows(db, userId, nicknames) : new Map<string, Followed>()
      const rows: Prisma.Sql[] = []
      for (const draft of drafts) rows.push(rowOf(draft, follows))
      await db.$executeRaw`
        INSERT INTO ImportRow (importId, number, kind, importAlbumId, state, why, date, rating, content, cells, madeId)
        VALUES ${Prisma.join(rows)}`
    },
  }
}

type Followed = { id: number; isFollowed: boolean }

async function readFollows(db: Tx, userId: number, nicknames: string[]): Promise<Map<string, Followed>> {
  const found = await db.user.findMany({
    where: { nickname: { in: nicknames }, disabledAt: null, id: { not: userId } },
    select: {
      id: true,
      nickname: true,
      followers: { where: { followerId: userId }, select: { followerId: true } },
    },
  })
  // People who have blocked the person, or are blocked, count as not found.
  const here = []
  for (const each of found) if (!(await areApart(db, userId, each.id))) here.push(each)
  return new Map(
    here.map(({ id, nickname, followers }) => [nickname, { id, isFollowed: followers.length > 0 }]),
  )
}
