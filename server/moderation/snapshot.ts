import { threadOf } from '../../shared/comments.ts'
import { utcDay } from '../../shared/days.ts'
import type { Present, Snapshot } from '../../shared/moderation.ts'
import type { ReportedThing } from '../../shared/moderationKinds.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { chosenLevel } from '../access/hiddenLevel.ts'
import { isUsedByOthers } from '../albums/uses.ts'
import { titlesOf } from '../catalog/tracks.ts'
import type { Tx } from '../lib/db.ts'

/** Visibility is not checked. */
export type Found = Present & {
  snapshot: Snapshot
  ownerId: number
  /** the level that was chosen for it, or for the thread of a comment; null for accounts and albums */
  audience: Visibility | null
  /** of an album: others than its owner have it */
  isUsed?: boolean
}

const readers: Record<ReportedThing, (tx: Tx, id: number) => Promise<Found | null>> = {
  async account(tx, id) {
    const user = await tx.user.findUnique({
      where: { id },
      select: {
        nickname: true,
        avatar: true,
        bio: true,
        disabledAt: true,
        links: { orderBy: { position: 'asc' } },
      },
    })
    if (!user) return null
    const { nickname, avatar, bio, links, disabledAt } = user
    const snapshot: Snapshot = {
      kind: 'account',
      nickname,
      avatar,
      bio: bio ?? '',
      links: links.map(({ url }) => url),
    }
    return { ownerId: id, snapshot, hidden: disabledAt !== null, level: null, audience: null }
  },
  async review(tx, id) {
    const log = await tx.log.findFirst({
      where: { id, reviewedAt: { not: null } },
      include: { album: true, tags: { orderBy: { position: 'asc' }, include: { tag: true } } },
    })
    if (!log) return null
    const { artist, name, image, year } = log.album
    const snapshot: Snapshot = {
      kind: 'review',
      album: { artist, name, image, year },
      rating: log.rating,
      text: log.review ?? '',
      tags: log.tags.map(({ tag }) => tag.name),
      date: log.date && utcDay(log.date),
    }
    const level = chosenLevel(log)
    return { ownerId: log.userId, snapshot, hidden: log.hiddenLevel !== null, level, audience: level }
  },
  async list(tx, id) {
    const list = await tx.list.findUnique({
      where: { id },
      include: { albums: { orderBy: { position: 'asc' }, include: { album: true } } },
    })
    if (!list) return null
    const albums = list.albums.map(({ album: { artist, name }, note }) => ({ artist, name, note }))
    const { name, description } = list
    const snapshot: Snapshot = { kind: 'list', name, description, albums, albumCount: albums.length }
    const level = chosenLevel(list)
    return { ownerId: list.userId, snapshot, hidden: list.hiddenLevel !== null, level, audience: level }
  },
  async comment(tx, id) {
    const comment = await tx.comment.findUnique({
      where: { id },
      include: { log: { include: { album: true } }, list: true },
    })
    if (!comment) return null
    const album = comment.log && { artist: comment.log.album.artist, name: comment.log.album.name }
    const snapshot: Snapshot = { kind: 'comment', text: comment.text, thread: threadOf(comment), album }
    const thread = comment.log ?? comment.list
    return {
      ownerId: comment.userId,
      snapshot,
      hidden: comment.hiddenAt !== null,
      level: null,
      audience: thread && chosenLevel(thread),
    }
  },
  async album(tx, id) {
    const album = await tx.album.findUnique({ where: { id } })
    if (!album?.addedById) return null
    const { artist, name, image, year, type, addedById: ownerId } = album
    const tracks = titlesOf(album.tracks)
    const snapshot: Snapshot = { kind: 'album', album: { artist, name, image, year }, type, tracks }
    const isUsed = await isUsedByOthers(tx, { albumId: id, exceptId: ownerId })
    return { ownerId, snapshot, hidden: false, level: null, audience: null, isUsed }
  },
}

/** Evidence for moderators: visibility is not checked. */
export const readThing = (tx: Tx, thing: ReportedThing, id: number): Promise<Found | null> =>
  readers[thing](tx, id)

export function excerptOf(snapshot: Snapshot): string {
  const texts = {
    account: () => (snapshot.kind === 'account' ? snapshot.bio || snapshot.nickname : ''),
    review: () => (snapshot.kind === 'review' ? snapshot.text : ''),
    list: () =>
      snapshot.kind === 'list' ? [snapshot.name, snapshot.description].filter(Boolean).join(' · ') : '',
    comment: () => (snapshot.kind === 'comment' ? snapshot.text : ''),
    album: () => (snapshot.kind === 'album' ? `${snapshot.album.artist} · ${snapshot.album.name}` : ''),
  }
  // By code points: half of a surrogate pair cannot be stored.
  return Array.from(texts[snapshot.kind]().replaceAll(/\s+/g, ' ')).slice(0, LONGEST).join('')
}

const LONGEST = 150
