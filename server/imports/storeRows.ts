import type { Db, Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, type Tables } from '../lib/sql.ts'
import { isBlockBetween } from '../users/other.ts'
import type { Draft, Named } from './formats/draft.ts'
import { otherNames } from './formats/names.ts'
import { keyOfNames } from './nameKeys.ts'
import { verdictOnDraft, verdictOnFollow, type Judged } from './verdict.ts'

const keyOf = ({ heard, year = null }: Draft, named: Named): Buffer =>
  keyOfNames({ named, year, isPlayed: heard !== undefined })

/** Ids of ImportAlbum, by the bytes of their keys. */
type AlbumIds = Map<string, number>
const bytesOf = (key: Uint8Array) => Buffer.from(key).toString('latin1')

type NewAlbum = Pick<
  Tables['ImportAlbum'],
  'importId' | 'key' | 'artist' | 'name' | 'names' | 'year' | 'heard'
>

function newAlbum(importId: number, key: Buffer, draft: Draft): NewAlbum {
  const { named, others, year = null, heard = null } = draft
  const { artist, album: name } = named!
  const names = otherNames(named!, others)
  return { importId, key, artist, name, names: names.length > 0 ? JSON.stringify(names) : null, year, heard }
}

async function storeAlbums(
  db: Tx,
  drafts: readonly Draft[],
  { importId, ids }: { importId: number; ids: AlbumIds },
): Promise<void> {
  const albums = new Map<string, NewAlbum>()
  for (const draft of drafts) {
    if (!draft.named || draft.problem) continue
    const key = keyOf(draft, draft.named)
    const bytes = bytesOf(key)
    if (!ids.has(bytes) && !albums.has(bytes)) albums.set(bytes, newAlbum(importId, key, draft))
  }
  if (albums.size === 0) return
  const values = [...albums.values()]
  await insertRows(db, 'ImportAlbum', values, { orUpdate: ['names', 'heard'] })
  const keys = values.map(({ key }) => key)
  const stored = kysely
    .selectFrom('ImportAlbum')
    .select(['id', 'key'])
    .where('importId', '=', importId)
    .where('key', 'in', keys)
  for (const { id, key } of await rows(db, stored)) ids.set(bytesOf(key), id)
}

export function makeRowWriter(db: Db, record: Judged) {
  const ids: AlbumIds = new Map()
  const follows = new Set<string>()
  let number = 0

  /** `madeId` is the user whom the draft follows. */
  function outcomeOf(draft: Draft, people: Map<string, Followed>) {
    if (draft.kind !== 'follow' || draft.problem || draft.left)
      return { ...verdictOnDraft(draft), madeId: null }
    const nickname = draft.content!.nickname!
    const person = people.get(nickname)
    const verdict = verdictOnFollow(!person ? 'nobody' : person.isFollowed ? 'followed' : null, record)
    const canFollow = person && !person.isFollowed
    if (canFollow) follows.add(nickname)
    return { ...verdict, madeId: canFollow ? person.id : null }
  }

  function rowOf(draft: Draft, people: Map<string, Followed>): Tables['ImportRow'] {
    const { kind, named, date = null, rating = 0, cells, problem } = draft
    const content = { ...draft.content, ...(named && problem && { names: named }) }
    return {
      importId: record.id,
      number: number++,
      kind,
      importAlbumId: named && !problem ? ids.get(bytesOf(keyOf(draft, named)))! : null,
      date: date === null ? null : new Date(date),
      rating,
      content: JSON.stringify(content),
      cells: problem ? JSON.stringify(cells) : '[]',
      ...outcomeOf(draft, people),
    }
  }

  return {
    count: () => number,
    /** nicknames that the file follows and that exist here */
    follows: () => [...follows],
    async write(drafts: readonly Draft[]): Promise<void> {
      await storeAlbums(db, drafts, { importId: record.id, ids })
      const nicknames = drafts.flatMap(({ kind, content }) => (kind === 'follow' && content?.nickname) || [])
      const people = nicknames.length > 0 ? await readFollowed(db, record.userId, nicknames) : new Map()
      await insertRows(
        db,
        'ImportRow',
        drafts.map((draft) => rowOf(draft, people)),
      )
    },
  }
}

type Followed = { id: number; isFollowed: boolean }

async function readFollowed(db: Tx, userId: number, nicknames: string[]): Promise<Map<string, Followed>> {
  const users = await db.user.findMany({
    where: { nickname: { in: nicknames }, disabledAt: null, id: { not: userId } },
    select: {
      id: true,
      nickname: true,
      followers: { where: { followerId: userId }, select: { followerId: true } },
    },
  })
  const people = new Map<string, Followed>()
  for (const { id, nickname, followers } of users)
    // Users on either side of a block with the importing user count as not found.
    if (!(await isBlockBetween(db, userId, id)))
      people.set(nickname, { id, isFollowed: followers.length > 0 })
  return people
}
