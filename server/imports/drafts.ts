import { createHash } from 'node:crypto'
import { limits } from '../../shared/limits.ts'
import { tagsInput } from '../../shared/tags.ts'
import { identityKey } from '../catalog/albums.ts'
import type { Db, Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, type Tables } from '../lib/sql.ts'
import { isBlockBetween } from '../users/other.ts'
import type { Draft, Named } from './formats/draft.ts'
import { otherNames } from './formats/names.ts'

// Inserts drafts as rows of the database, in bulk.

/**
 * Identifies an album within a file, however its name is spelled. A played album and the same album named as heard have different
 * keys: only the first needs a decision.
 */
const keyOf = ({ heard }: Draft, named: Named): Buffer =>
  createHash('sha256')
    .update(identityKey(named) + (heard === undefined ? '' : '\nplayed'))
    .digest()

const isTooLong = ({ artist, album }: Named) => Math.max(artist.length, album.length) > limits.catalogName

/** Returns the draft, with a `problem` if it is incomplete or exceeds our limits. */
export function checked(draft: Draft): Draft {
  const { kind, named, content, problem, left } = draft
  if (problem || left) return draft
  if (draft.others?.some(isTooLong)) return { ...draft, named: null, problem: 'tooLong' }
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

type NewAlbum = Pick<Tables['ImportAlbum'], 'importId' | 'key' | 'artist' | 'name' | 'names' | 'heard'>
type NewRow = Tables['ImportRow']
type Verdict = Pick<NewRow, 'state' | 'why' | 'madeId'>

/** Creates a writer that inserts drafts as rows. */
export function makeRowWriter(db: Db, { importId, userId }: { importId: number; userId: number }) {
  const albums = new Map<string, number>()
  const people = new Set<string>()
  let number = 0

  async function writeAlbums(drafts: readonly Draft[]): Promise<void> {
    const fresh = new Map<string, NewAlbum>()
    for (const draft of drafts) {
      const { named, others, heard = null, problem } = draft
      if (!named || problem) continue
      const key = keyOf(draft, named)
      const id = key.toString('latin1')
      if (albums.has(id) || fresh.has(id)) continue
      const names = otherNames(named, others)
      const { artist, album: name } = named
      fresh.set(id, {
        importId,
        key,
        artist,
        name,
        names: names.length > 0 ? JSON.stringify(names) : null,
        heard,
      })
    }
    if (fresh.size === 0) return
    const made = [...fresh.values()]
    await insertRows(db, 'ImportAlbum', made, { orUpdate: ['names', 'heard'] })
    const found = await rows(
      db,
      kysely
        .selectFrom('ImportAlbum')
        .select(['id', 'key'])
        .where('importId', '=', importId)
        .where(
          'key',
          'in',
          made.map(({ key }) => key),
        ),
    )
    for (const { id, key } of found) albums.set(Buffer.from(key).toString('latin1'), id)
  }

  function rowOf(draft: Draft, follows: Map<string, Followed>): NewRow {
    const { kind, named, date = null, rating = 0, cells, problem, left } = draft
    const content = { ...draft.content, ...(named && problem && { names: named }) }
    const importAlbumId = named && !problem ? albums.get(keyOf(draft, named).toString('latin1'))! : null
    const verdict: Verdict = problem
      ? { state: 'unreadable', why: problem, madeId: null }
      : left
        ? { state: 'left', why: left, madeId: null }
        : kind === 'follow'
          ? verdictOfFollow(content.nickname!, follows)
          : { state: 'looking', why: null, madeId: null }
    return {
      importId,
      number: number++,
      kind,
      importAlbumId,
      date: date === null ? null : new Date(date),
      rating,
      content: JSON.stringify(content),
      cells: problem ? JSON.stringify(cells) : '[]',
      ...verdict,
    }
  }

  function verdictOfFollow(nickname: string, follows: Map<string, Followed>): Verdict {
    const person = follows.get(nickname)
    if (!person) return { state: 'missing', why: 'nobody', madeId: null }
    if (person.isFollowed) return { state: 'here', why: 'followed', madeId: null }
    people.add(nickname)
    return { state: 'ready', why: null, madeId: person.id }
  }

  return {
    /** number of rows written */
    count: () => number,
    /** nicknames that the file follows and that exist here */
    follows: () => [...people],
    async write(drafts: readonly Draft[]): Promise<void> {
      await writeAlbums(drafts)
      const nicknames = drafts.flatMap(({ kind, content }) => (kind === 'follow' && content?.nickname) || [])
      const follows =
        nicknames.length > 0 ? await readFollows(db, userId, nicknames) : new Map<string, Followed>()
      await insertRows(
        db,
        'ImportRow',
        drafts.map((draft) => rowOf(draft, follows)),
      )
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
  // Users on either side of a block with the importing user count as not found.
  const here = []
  for (const each of found) if (!(await isBlockBetween(db, userId, each.id))) here.push(each)
  return new Map(
    here.map(({ id, nickname, followers }) => [nickname, { id, isFollowed: followers.length > 0 }]),
  )
}
