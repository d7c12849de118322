import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savedBy } from '../../demo/spotify/library.ts'
import { removeForGood } from '../../server/account/removal.ts'
import { add, merge, plantAlbum } from '../catalog/mergeWorld.ts'
import { heartOf, plakFile, reviewOf } from '../imports/plakFile.ts'
import { bring, preview, until } from '../imports/world.ts'
import { decide, report, undo } from '../moderation/cases.ts'
import { connectAs, startSpotifyServer, sync, type SpotifyServer } from '../spotify/world.ts'
import { expectTrueCounts } from '../tags/tagged.ts'
import {
  changesOf,
  effects,
  homogenic,
  makeWorld,
  NOTHING,
  TODAY,
  type Changes,
  type World,
} from './effectsWorld.ts'

// Every writer of a listening × every effect of a change. A new writer needs a new row. A cell contains the change, or NOTHING
// if the effect is not needed, which is asserted as well.

const saved = savedBy('deniz')
/** includes the owner's own album */
const ALL = saved.length
const SINCE = saved.map(({ addedAt }) => addedAt.slice(0, 10)).toSorted()[0]!

type Row = {
  /** creates the state before the write */
  prepare?: (world: World) => Promise<unknown>
  write: (world: World) => Promise<unknown>
  /** the owner's account is deleted by the write */
  isGone?: true
  changes: Changes
}

const nothing = Object.fromEntries(effects.map((effect) => [effect, NOTHING])) as Changes

const save = ({ owner, logs }: World, changes: object) =>
  owner.client.logs.save.mutate({ ...homogenic, id: logs.last!, ...changes })

const brought = plakFile({
  listenings: [
    { ...reviewOf(homogenic, 'Brought, @other.'), date: TODAY, rating: 10, tags: ['new'] as never },
  ],
})
const other = { artist: 'Björk', album: 'Homogenic (Other)' }
const hearts = plakFile({ hearts: [heartOf(homogenic)] })

/** Imports a file; returns the id of the import. */
async function imported({ server, owner }: World, file: string): Promise<number> {
  const { id } = await preview(server.url, owner, file)
  await bring(owner, id)
  return id
}

async function undoImport({ owner }: World): Promise<void> {
  const [{ id } = { id: 0 }] = (await owner.client.imports.list.query({})).items
  await owner.client.imports.undo.mutate({ id })
  await until(owner, id, ({ state }) => state === 'undone')
}

/** Lets a moderator decide on the owner's last review. */
async function judged(world: World, kind: 'hide' | 'remove'): Promise<void> {
  const { id } = await report(world.other, { review: world.logs.last! })
  const decision = await decide(world.moderator, id, kind)
  world.decision = decision.id
}

const rows: Record<string, Row> = {
  'writeLog: a new listening': {
    write: ({ owner }) =>
      owner.client.logs.add.mutate({
        ...homogenic,
        submission: randomUUID(),
        rating: 9,
        review: 'Again, @other.',
        tags: ['new', 'more'],
      }),
    changes: {
      tags: 'more none → 1, new 1 → 2',
      opinion: 'everyone 8 → 9, own 8 → 9',
      'feed head': 'head last → new, saved new',
      'review event': 'saved new',
      'next review': NOTHING,
      'own event': 'Homogenic',
      notifications: 'links 1 → 2, other mention 1 → 2',
      'Listen later': 'albums 1 → 0',
      version: NOTHING,
    },
  },
  'writeLog: an edit': {
    write: (world) => save(world, { rating: 6, review: 'Edited, @follower.', tags: ['more'] }),
    changes: {
      tags: 'more none → 1, new 1 → none',
      opinion: 'everyone 8 → 6, own 8 → 6',
      'feed head': 'saved last',
      'review event': 'saved last',
      'next review': NOTHING,
      'own event': 'Homogenic',
      notifications: 'follower mention none → 1, other mention 1 → none',
      'Listen later': NOTHING,
      version: 'last 1 → 2',
    },
  },
  'writeLog: the same again': {
    write: (world) => save(world, { rating: 8, review: 'As @other says.', tags: ['new'] }),
    changes: nothing,
  },
  'writeLog: another visibility': {
    write: (world) => save(world, { visibility: 'me' }),
    changes: {
      tags: 'new 1 → 0',
      opinion: 'everyone 8 → 4',
      'feed head': 'head last → first, removed last',
      'review event': 'removed last',
      'next review': 'saved first',
      'own event': 'Homogenic',
      notifications: 'other mention 1 → none',
      'Listen later': NOTHING,
      version: 'last 1 → 2',
    },
  },
  'writeLog: a moderator removes the text': {
    write: (world) => judged(world, 'remove'),
    changes: {
      tags: NOTHING,
      opinion: NOTHING,
      'feed head': 'saved last',
      'review event': 'removed last',
      'next review': 'saved first',
      'own event': 'Homogenic',
      notifications: 'links 1 → 0, other mention 1 → none, owner comment 1 → none',
      'Listen later': NOTHING,
      version: 'last 1 → 2',
    },
  },
  'deleteLog: one listening': {
    write: ({ owner, logs }) => owner.client.logs.remove.mutate({ id: logs.last! }),
    changes: {
      tags: 'new 1 → none',
      opinion: 'everyone 8 → 4, own 8 → 4',
      'feed head': 'head last → first, removed last',
      'review event': 'removed last',
      'next review': 'saved first',
      'own event': 'Homogenic',
      notifications: 'links 1 → 0, other mention 1 → none, owner comment 1 → none',
      'Listen later': NOTHING,
      version: NOTHING,
    },
  },
  'deleteLogs: all of an album': {
    write: ({ owner }) =>
      owner.client.logs.setListened.mutate({ ...homogenic, listened: false, evenIfRated: true }),
    changes: {
      tags: 'new 1 → none, old 1 → none',
      opinion: `albums 1 → 0, everyone 8 → none, level everyone → none, own 8 → none, since ${TODAY} → none`,
      'feed head': 'head last → none, removed first, removed last',
      'review event': 'removed first, removed last',
      'next review': NOTHING,
      'own event': 'Homogenic',
      notifications: 'links 1 → 0, other mention 1 → none, owner comment 1 → none',
      'Listen later': NOTHING,
      version: NOTHING,
    },
  },
  'setLogHidden: hides': {
    write: (world) => judged(world, 'hide'),
    changes: {
      tags: 'new 1 → 0',
      opinion: 'everyone 8 → 4',
      'feed head': 'head last → first, removed last',
      'review event': 'removed last',
      'next review': 'saved first',
      'own event': 'Homogenic',
      notifications: 'other mention 1 → none',
      'Listen later': NOTHING,
      version: 'last 1 → 2',
    },
  },
  'setLogHidden: shows again': {
    prepare: (world) => judged(world, 'hide'),
    write: ({ moderator, decision }) => undo(moderator, decision!),
    changes: {
      tags: 'new 0 → 1',
      opinion: 'everyone 4 → 8',
      'feed head': 'head first → last, saved last',
      'review event': 'saved last',
      'next review': NOTHING,
      'own event': 'Homogenic',
      notifications: 'other mention none → 1',
      'Listen later': NOTHING,
      version: 'last 2 → 3',
    },
  },
  changeLevelOfLogs: {
    write: ({ owner }) => owner.client.visibility.changeOlder.mutate({ things: 'logs', visibility: 'me' }),
    changes: {
      tags: 'new 1 → 0, old 1 → 0',
      opinion: 'everyone 8 → 0, level everyone → me',
      'feed head': 'head last → none, reset',
      'review event': 'reset',
      'next review': NOTHING,
      'own event': 'all',
      notifications: 'other mention 1 → none',
      'Listen later': NOTHING,
      version: 'first 1 → 2, last 1 → 2',
    },
  },
  'bringIn: an import': {
    write: (world) => imported(world, brought),
    changes: {
      tags: 'new 1 → 2',
      opinion: `everyone 8 → 10, own 8 → 10, since ${TODAY} → 2024-03-05`,
      'feed head': 'reset',
      'review event': 'reset',
      'next review': NOTHING,
      'own event': 'all',
      notifications: 'links 1 → 2',
      'Listen later': NOTHING,
      version: NOTHING,
    },
  },
  'takeBack: its undo': {
    prepare: async (world) => {
      await imported(world, brought)
      const [review] = (await world.other.client.logs.reviews.query(homogenic)).items
      world.logs.brought = review!.id
      await world.other.client.comments.add.mutate({
        thread: { review: review!.id },
        text: 'Welcome.',
        submission: randomUUID(),
      })
    },
    write: undoImport,
    changes: {
      tags: 'new 2 → 1',
      opinion: `everyone 10 → 8, own 10 → 8, since 2024-03-05 → ${TODAY}`,
      'feed head': NOTHING,
      'review event': 'removed brought',
      'next review': 'saved last',
      'own event': 'all',
      notifications: 'links 2 → 1, owner comment 2 → 1',
      'Listen later': NOTHING,
      version: NOTHING,
    },
  },
  'replaceImports: a sync': {
    prepare: ({ server, owner }) => connectAs(server.spotify, owner, 'deniz'),
    write: ({ owner }) => sync(owner),
    changes: { ...nothing, opinion: `albums 1 → ${ALL}, since ${TODAY} → ${SINCE}`, 'own event': 'all' },
  },
  'replaceImports: an album that was saved again, on another day': {
    prepare: async ({ server, owner, logs }) => {
      await connectAs(server.spotify, owner, 'deniz')
      await sync(owner)
      const { db } = server.deps
      const { id, albumId, userId } = await db.log.findFirstOrThrow({ where: { source: 'spotify' } })
      logs.saved = id
      const long = new Date('2001-01-01')
      await db.log.update({ where: { id }, data: { createdAt: long } })
      await db.opinion.update({ where: { userId_albumId: { userId, albumId } }, data: { addedAt: long } })
    },
    write: ({ owner }) => sync(owner),
    changes: {
      ...nothing,
      opinion: `since 2001-01-01 → ${SINCE}`,
      'own event': 'all',
      version: 'saved 1 → 2',
    },
  },
  'removeImports: the end of the connection': {
    prepare: async ({ server, owner }) => {
      await connectAs(server.spotify, owner, 'deniz')
      await sync(owner)
    },
    write: ({ owner }) => owner.client.spotify.disconnect.mutate(),
    changes: { ...nothing, opinion: `albums ${ALL} → 1, since ${SINCE} → ${TODAY}`, 'own event': 'all' },
  },
  setFavorite: {
    write: ({ owner }) => owner.client.favorites.set.mutate({ ...homogenic, favorite: true }),
    changes: {
      tags: NOTHING,
      opinion: NOTHING,
      'feed head': 'saved last, saved first',
      'review event': 'saved last, saved first',
      'next review': NOTHING,
      'own event': 'Homogenic',
      notifications: NOTHING,
      'Listen later': NOTHING,
      version: 'first 1 → 2, last 1 → 2',
    },
  },
  'hearts of an import': {
    write: (world) => imported(world, hearts),
    changes: {
      tags: NOTHING,
      opinion: NOTHING,
      'feed head': 'reset',
      'review event': 'reset',
      'next review': NOTHING,
      'own event': 'all',
      notifications: NOTHING,
      'Listen later': NOTHING,
      version: 'first 1 → 2, last 1 → 2',
    },
  },
  'hearts of an import: their undo': {
    prepare: (world) => imported(world, hearts),
    write: undoImport,
    changes: {
      tags: NOTHING,
      opinion: NOTHING,
      'feed head': 'reset',
      'review event': 'reset',
      'next review': NOTHING,
      'own event': 'all',
      notifications: NOTHING,
      'Listen later': NOTHING,
      version: 'first 2 → 3, last 2 → 3',
    },
  },
  renameTag: {
    write: ({ owner }) => owner.client.tags.rename.mutate({ tag: 'new', name: 'newer' }),
    changes: {
      tags: 'new 1 → none, newer none → 1',
      opinion: NOTHING,
      'feed head': 'reset',
      'review event': 'reset',
      'next review': NOTHING,
      'own event': 'all',
      notifications: NOTHING,
      'Listen later': NOTHING,
      version: 'last 1 → 2',
    },
  },
  mergeTags: {
    write: ({ owner }) => owner.client.tags.rename.mutate({ tag: 'new', name: 'old', merge: true }),
    changes: {
      tags: 'new 1 → none, old 1 → 2',
      opinion: NOTHING,
      'feed head': 'reset',
      'review event': 'reset',
      'next review': NOTHING,
      'own event': 'all',
      notifications: NOTHING,
      'Listen later': NOTHING,
      version: 'last 1 → 2',
    },
  },
  'moveLogs: another album is merged into it': {
    prepare: async ({ server, owner }) => {
      await plantAlbum(server, other)
      await add(owner, other, { rating: 2, review: 'Moved.', tags: ['moved'], date: TODAY })
    },
    write: ({ moderator }) => merge(moderator, { from: other, into: homogenic }),
    changes: {
      ...nothing,
      opinion: 'albums 2 → 1, everyone 8 → 2, own 8 → 2',
      'feed head': 'saved new',
      'review event': 'reset',
      'own event': 'all',
    },
  },
  'moveLogs: a merge is undone': {
    prepare: async (world) => {
      await plantAlbum(world.server, other)
      await add(world.owner, other, { rating: 2, review: 'Moved.', tags: ['moved'], date: TODAY })
      world.decision = (await merge(world.moderator, { from: other, into: homogenic })).id
    },
    write: ({ moderator, decision }) => undo(moderator, decision!),
    changes: {
      ...nothing,
      opinion: 'albums 1 → 2, everyone 2 → 8, own 2 → 8',
      'feed head': 'saved new',
      'review event': 'reset',
      'own event': 'all',
    },
  },
  'removePerson: an account': {
    isGone: true,
    write: ({ owner }) => owner.client.auth.deleteAccount.mutate({ password: owner.password }),
    changes: {
      tags: 'new 1 → none, old 1 → none',
      opinion: `albums 1 → 0, everyone 8 → none, level everyone → none, own 8 → none, since ${TODAY} → none`,
      'feed head': 'head last → none, reset',
      'review event': 'removed first, removed last',
      'next review': NOTHING,
      'own event': NOTHING,
      notifications: 'links 1 → 0, other mention 1 → none, owner comment 1 → none',
      'Listen later': 'albums 1 → 0',
      version: NOTHING,
    },
  },
  'removal.logs: an account in steps': {
    isGone: true,
    write: async ({ server: { deps } }) => {
      const { id } = await deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
      await removeForGood(deps, id, (rest) => rest(), { large: 0, step: 1 })
    },
    changes: {
      tags: 'new 1 → none, old 1 → none',
      opinion: `albums 1 → 0, everyone 8 → none, level everyone → none, own 8 → none, since ${TODAY} → none`,
      'feed head': 'head last → none, reset',
      'review event': 'reset, removed first, removed last',
      'next review': NOTHING,
      'own event': NOTHING,
      notifications: 'links 1 → 0, other mention 1 → none, owner comment 1 → none',
      'Listen later': 'albums 1 → 0',
      version: NOTHING,
    },
  },
}

let server: SpotifyServer
beforeAll(async () => {
  server = await startSpotifyServer({ now: () => new Date(`${TODAY}T12:00:00Z`) })
})
afterAll(() => server.close())

describe.each(Object.entries(rows))('%s', (_, { prepare, write, changes, ...options }) => {
  let found: Changes
  beforeAll(async () => {
    const world = await makeWorld(server)
    try {
      await prepare?.(world)
      found = await changesOf(world, () => write(world), options)
      await expectTrueCounts(server).catch(() => (found.tags += ', counts are wrong'))
    } finally {
      await world.close()
    }
  })

  it.each(effects)('%s', (effect) => {
    expect(found[effect]).toBe(changes[effect])
  })
})
