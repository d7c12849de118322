import { expect, vi } from 'vitest'
import type { Db } from '../../server/lib/db.ts'
import type { Bus } from '../../server/live/bus.ts'

type Process = { db: Db; bus: Bus }

/** Waits until every event so far has its number, and each of these processes has dispatched it. */
export const settled = (...processes: [Process, ...Process[]]) =>
  vi.waitFor(async () => {
    const [{ db, bus }] = processes
    expect(await db.event.count({ where: { seq: null } })).toBe(0)
    const position = await bus.position()
    for (const process of processes) expect(process.bus.last()).toBe(position)
  })
