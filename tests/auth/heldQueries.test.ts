import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { expect, test } from 'vitest'
import type { AppRouter } from '../../server/router.ts'
import { dropHeldQueries, holdQueries } from '../../web/lib/heldQueries.ts'

test('a logout that fails after another tab’s has succeeded sends nothing twice', async () => {
  const sent: string[] = []
  let failLogout = () => {}
  const server: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        sent.push(op.path)
        if (op.path === 'auth.logout')
          failLogout = () => observer.error(TRPCClientError.from(new Error('No network')))
      })
  const client = createTRPCClient<AppRouter>({ links: [holdQueries, server] })
  const logout = client.auth.logout.mutate().catch(() => 'failed')
  dropHeldQueries()
  void client.auth.me.query()
  failLogout()
  expect(await logout).toBe('failed')
  expect(sent).toEqual(['auth.logout', 'auth.me'])
})
