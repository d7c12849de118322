import { randomUUID } from 'node:crypto'
import { setNowPlaying } from '../../server/plays/nowPlaying.ts'
import { recordPlays } from '../../server/plays/write/record.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { visibilities } from '../../shared/levels.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { makeHarness, type Person, type Visitor } from '../harness/client.ts'
import { startServer } from '../support/server.ts'

// Three accounts with one of everything at each level, and all kinds of readers. Every text is a canary: a word that contains
// its owner, its level and its kind.

export const owners = ['open', 'closed', 'gone'] as const
export type Owner = (typeof owners)[number]
/**
 * `hidden`: for everyone, and hidden by a moderator; `shell`: on the
 * account itself; `account`: follows the visibility of the account
 */
export type Kind = Visibility | 'hidden' | 'shell' | 'account'
export const kinds = [...visibilities, 'hidden'] as const
export const readerNames = [
  'visitor',
  'stranger',
  'requester',
  'follower',
  'blocked',
  'blocker',
  'muter',
  'moderator',
  'owner',
] as const
export type ReaderName = (typeof readerNames)[number]

const partNames = [
  'bio',
  'link',
  'top',
  'heart',
  'album',
  'review',
  'tag',
  'list',
  'note',
  'comment',
  'reply',
  'hushed',
  'silenced',
  'later',
  'played',
  'playing',
] as const
export type Part = (typeof partNames)[number]
export type Canary = { owner: Owner; kind: Kind; part: Part }

/** Returns the word for a text, valid in any context: a nickname, a tag and an album's name can contain it. */
export const word = ({ owner, kind, part }: Canary) => `canary-${owner}-${kind}-${part}`
const pattern = new RegExp(`canary-(${owners.join('|')})-([a-z]+)-(${partNames.join('|')})`, 'g')

export const canariesIn = (text: string): Canary[] =>
  [...new Set(text.match(pattern))].map((found) => {
    const [, owner, kind, part] = found.split('-')
    return { owner, kind, part } as Canary
  })

/** Defines who can see what, independently of the product's table. */
export function isFor(reader: ReaderName, { owner, kind, part }: Canary): boolean {
  if (owner === 'gone' || reader === 'blocked' || reader === 'blocker') return false
  // In a visible thread: only the author can see a comment that a moderator hid, and nobody one that a block hid.
  if (part === 'silenced' || (part === 'hushed' && reader !== 'follower')) return false
  if (reader === 'owner') return true
  if (kind === 'shell') return true
  if (part === 'later' || kind === 'me' || kind === 'hidden') return false
  const isFollower = reader === 'follower' || reader === 'muter'
  return isFollower || (owner === 'open' && kind !== 'followers')
}

export type Thing = { log: number; list: number; comment: number }
export type World = Awaited<ReturnType<typeof makeWorld>>

export const albumOf = (owner: Owner, kind: Kind) => ({
  artist: `Artist of ${owner}`,
  album: word({ owner, kind, part: 'album' }),
})

/** Creates everything through the product; the relations between accounts are written into the database. */
export async function makeWorld() {
  const server = await startServer()
  await server.reset()
  const { db } = server.deps
  const harness = makeHarness(server.url)
  const people = {} as Record<string, Person>
  for (const name of [...owners, ...readerNames.filter((each) => each !== 'visitor' && each !== 'owner')])
    people[name] = await harness.register(name)
  const idOf = async (nickname: string) =>
    (await db.user.findUniqueOrThrow({ where: { nickname }, select: { id: true } })).id

  async function makeAlbum(owner: Owner, name: string) {
    const artist = `Artist of ${owner}`
    await db.album.create({ data: { key: albumKey({ artist, album: name }), artist, name } })
    return { artist, album: name }
  }

  async function fill(owner: Owner): Promise<Record<(typeof kinds)[number], Thing>> {
    const { client } = people[owner]!
    const text = (kind: Kind, part: Part) => word({ owner, kind, part })
    const top = await makeAlbum(owner, text('account', 'top'))
    const later = await makeAlbum(owner, text('me', 'later'))
    const links = [
      {
        type: 'custom' as const,
        url: `https://${owner}.example/${encodeURIComponent(text('account', 'link'))}`,
      },
    ]
    await client.users.update.mutate({ nickname: owner, avatar: '', bio: text('shell', 'bio'), links })
    await client.favorites.setTop.mutate({ albums: [top] })
    // An album with a heart and without a listening, whose level could hide it.
    const heart = await makeAlbum(owner, text('account', 'heart'))
    await client.favorites.set.mutate({ ...heart, favorite: true })
    await client.listenLater.set.mutate({ ...later, wanted: true })
    await client.scrobbling.set.mutate({ plays: 'followers', nowPlaying: 'everyone' })
    const track = (kind: Kind, part: Part) => ({ artist: `Artist of ${owner}`, track: text(kind, part) })
    const play = { ...track('followers', 'played'), at: new Date() }
    await recordPlays(server.deps, await idOf(owner), [play], { source: 'lastfm', client: null })
    const playing = { ...track('everyone', 'playing'), album: null, duration: 24 * 60 * 60 }
    await setNowPlaying(server.deps, await idOf(owner), playing)
    const things = {} as Record<(typeof kinds)[number], Thing>
    for (const kind of kinds) {
      const visibility = kind === 'hidden' ? 'everyone' : kind
      const album = await makeAlbum(owner, text(kind, 'album'))
      const { id: log } = await client.logs.save.mutate({
        ...album,
        review: text(kind, 'review'),
        rating: 8,
        tags: [text(kind, 'tag')],
        visibility,
      })
      const { id: list } = await client.lists.create.mutate({
        name: text(kind, 'list'),
        description: '',
        albums: [{ ...album, note: text(kind, 'note') }],
        submission: randomUUID(),
        visibility,
      })
      const say = async (who: Person, part: Part) => {
        const answer = await who.client.comments.add.mutate({
          thread: { review: log },
          text: text(kind, part),
          submission: randomUUID(),
        })
        return answer.comment.id
      }
      const comment = await say(people[owner]!, 'comment')
      // In another user's thread a comment has that thread's audience.
      await db.follow.createMany({
        data: [{ followerId: await idOf('follower'), followingId: await idOf(owner) }],
        skipDuplicates: true,
      })
      if (kind !== 'me') {
        await say(people.follower!, 'reply')
        const hushed = await say(people.follower!, 'hushed')
        await db.comment.update({ where: { id: hushed }, data: { hiddenAt: new Date() } })
        // Written before there was a block.
        const silenced = await say(people[visibility === 'everyone' ? 'blocked' : 'follower']!, 'silenced')
        await db.comment.update({ where: { id: silenced }, data: { isBlocked: true } })
      }
      things[kind] = { log, list, comment }
    }
    return things
  }

  const things = {} as Record<Owner, Awaited<ReturnType<typeof fill>>>
  for (const owner of owners) things[owner] = await fill(owner)

  for (const owner of owners) {
    const id = await idOf(owner)
    const { log, list } = things[owner].hidden
    for (const where of [{ id: log }])
      await db.log.update({ where, data: { hiddenLevel: 'everyone', visibility: 'me', feedAt: null } })
    await db.list.update({ where: { id: list }, data: { hiddenLevel: 'everyone', visibility: 'me' } })
    await db.opinion.updateMany({
      where: { userId: id, album: { name: word({ owner, kind: 'hidden', part: 'album' }) } },
      data: { visibility: 'me', everyoneRating: 0, followersRating: 0, countedRating: null },
    })
    await db.tag.updateMany({
      where: { userId: id, name: word({ owner, kind: 'hidden', part: 'tag' }) },
      data: { visibility: 'me', everyoneCount: 0, meCount: 1 },
    })
    await db.logTag.updateMany({ where: { logId: log }, data: { visibility: 'me' } })
    await db.block.createMany({
      data: [
        { blockerId: id, blockedId: await idOf('blocked') },
        { blockerId: await idOf('blocker'), blockedId: id },
      ],
    })
    const muterId = await idOf('muter')
    const until = new Date('9999-12-31T23:59:59.999Z')
    await db.follow.create({ data: { followerId: muterId, followingId: id, mutedUntil: until } })
    await db.mute.create({ data: { muterId, mutedId: id, until } })
  }
  const closed = await idOf('closed')
  await db.user.update({ where: { id: closed }, data: { isPrivate: true } })
  await db.opinion.updateMany({ where: { userId: closed }, data: { countedRating: 0 } })
  await db.followRequest.create({ data: { requesterId: await idOf('requester'), requestedId: closed } })
  await db.user.update({ where: { nickname: 'gone' }, data: { disabledAt: new Date() } })
  await db.user.update({ where: { nickname: 'moderator' }, data: { role: 'moderator' } })

  const visitor = harness.visitor()
  /** Access tokens by the nicknames of their owners: a disabled one has none. */
  const tokens: Record<string, string> = {}
  /** The secrets of their players, likewise. */
  const secrets: Record<string, string> = {}
  for (const person of Object.values(people).filter(({ nickname }) => nickname !== 'gone')) {
    const { password } = person
    const token = { name: 'reader', scopes: ['read' as const], expires: 'never' as const, password }
    tokens[person.nickname] = (await person.client.tokens.create.mutate(token)).token
    secrets[person.nickname] = (await person.client.scrobbling.turnOn.mutate()).secret
  }
  /** Returns the user or visitor who is this kind of reader; for 'owner' the owner of the given account. */
  const as = (reader: ReaderName, owner: Owner): Person | Visitor =>
    reader === 'visitor' ? visitor : people[reader === 'owner' ? owner : reader]!

  return {
    server,
    things,
    people,
    tokens,
    secrets,
    as,
    async close() {
      await harness.close()
      await server.close()
    },
  }
}
