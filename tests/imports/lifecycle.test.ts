import { beforeEach, describe, expect, it, vi } from 'vitest'
import { move, pauseImports, stopImports, type Transition } from '../../server/imports/lifecycle.ts'
import { pruneImports } from '../../server/imports/retention.ts'
import { transaction } from '../../server/lib/db.ts'
import { lockUser } from '../../server/users/lock.ts'
import { hasEnded, importStates, type ImportState } from '../../shared/imports.ts'
import { runProduct } from '../support/runProduct.ts'
import { RENEWED, waitingTransactions } from '../support/transactions.ts'

// Every state of an import with every transition, in the database.

const plak = runProduct()
let userId: number
beforeEach(async () => {
  await plak.harness.register('owner')
  ;({ id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } }))
})

/** The transitions that each state allows, and the state that follows. */
const allowed: Record<ImportState, Partial<Record<Transition, ImportState>>> = {
  uploading: { receive: 'reading', cancel: 'cancelled', stop: 'cancelled' },
  reading: { readAgain: 'reading', open: 'preview', fail: 'failed', cancel: 'cancelled', stop: 'cancelled' },
  preview: {
    readAgain: 'reading',
    start: 'importing',
    fail: 'failed',
    cancel: 'cancelled',
    stop: 'cancelled',
  },
  importing: { pause: 'preview', finish: 'done', cancel: 'cancelled', stop: 'cancelled' },
  done: { undo: 'undoing' },
  failed: {},
  cancelled: { undo: 'undoing' },
  undoing: { finishUndo: 'undone', stop: 'cancelled' },
  undone: {},
}
const transitions = [...new Set(Object.values(allowed).flatMap(Object.keys))] as Transition[]

const lease = { lease: new Uint8Array(32), leasedUntil: new Date('2099-01-01T00:00:00Z') }
const released = { lease: null, leasedUntil: null }

/** Creates an import in a state, with a lease and without a turn: no worker takes it. */
const create = (state: ImportState, more: object = {}) =>
  plak.server.deps.db.import.create({
    data: { userId, fileName: 'diary', settings: '{}', asks: '{"asks":{}}', state, ...lease, ...more },
  })
const stored = (id: number) => plak.server.deps.db.import.findUniqueOrThrow({ where: { id } })

describe.each(importStates)('an import that is %s', (state) => {
  const known = Object.entries(allowed[state]) as [Transition, ImportState][]

  it.each(known)('can %s', async (transition, next) => {
    const { id } = await create(state)
    // The next state is read in the same transaction: a worker takes its turn at once.
    const moved = await transaction(plak.server.deps.db, async (tx) => {
      await move(tx, transition, { id, crashes: 1 })
      return await tx.import.findUniqueOrThrow({ where: { id } })
    })
    const turnAt = hasEnded(next) ? null : expect.any(Date)
    expect(moved).toMatchObject({ state: next, crashes: 1, turnAt, ...released })
  })

  it('does nothing else', async () => {
    const { id } = await create(state)
    const before = await stored(id)
    for (const transition of transitions.filter((each) => !(each in allowed[state]))) {
      const refused = move(plak.server.deps.db, transition, { id, crashes: 1 })
      await expect(refused, transition).rejects.toMatchObject({ id: 'imports.notNow' })
      expect(await stored(id), transition).toEqual(before)
    }
  })

  it('is paused or stopped with the others of a suspended or removed user', async () => {
    const { db } = plak.server.deps
    const works = state !== 'uploading' && !hasEnded(state)
    const { id } = await create(state)
    const { id: others } = await create(state)
    const before = await stored(id)
    await transaction(db, async (tx) => pauseImports(tx, await lockUser(tx, userId)))
    const paused = { ...before, ...(works && released), state: state === 'importing' ? 'preview' : state }
    expect(await stored(id)).toEqual(paused)
    await transaction(db, async (tx) => stopImports(tx, await lockUser(tx, userId)))
    expect(await stored(others)).toMatchObject({ state: hasEnded(state) ? state : 'cancelled', turnAt: null })
  })
})

it('an import that is started while abandoned ones are looked for is not ended', async () => {
  const { db } = plak.server.deps
  const { id } = await create('preview', { createdAt: new Date(0) })
  let pruning: Promise<unknown> | undefined
  await transaction(
    db,
    async (tx) => {
      await move(tx, 'start', { id, startedAt: new Date(), endedAt: null })
      pruning = pruneImports(plak.server.deps)
      await vi.waitFor(
        async () => {
          const [row] = await db.$queryRawUnsafe<{ count: bigint }[]>(waitingTransactions)
          expect(Number(row!.count)).toBe(1)
        },
        { interval: RENEWED, timeout: 10_000 },
      )
    },
    { timeout: 20_000 },
  )
  await pruning
  expect((await stored(id)).state).not.toBe('failed')
})
