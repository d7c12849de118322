import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Gauge, Registry } from 'prom-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { joinFleet } from '../../server/lib/fleet.ts'

// An unhandled rejection would end the process (server/main.ts).
it('a metric that cannot be read is logged, and ends neither the process nor its shutdown', async () => {
  const registry = new Registry()
  new Gauge({
    name: 'plak_broken',
    help: 'Fails',
    registers: [registry],
    collect() {
      throw new Error('unreadable')
    },
  })
  const primary = Object.assign(new EventEmitter(), { isConnected: () => false })
  Object.assign(cluster, { worker: primary })
  onTestFinished(() => void Reflect.deleteProperty(cluster, 'worker'))
  const log = { warn: vi.fn<(...args: unknown[]) => void>() }
  const fleet = joinFleet([registry], log)
  primary.emit('message', { metrics: 'tell', id: 1 })
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1))
  await fleet.leave()
  expect(log.warn.mock.lastCall).toEqual([
    { err: expect.objectContaining({ message: 'unreadable' }) as Error },
    'metrics cannot be read',
  ])
})
