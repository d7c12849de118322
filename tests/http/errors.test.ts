import { expect, it } from 'vitest'
import { sendError, trpcErrorOf } from '../../server/core/errors.ts'
import { exports, keyOf } from '../../server/core/limits.ts'
import { DomainError, type ErrorKind } from '../../server/lib/errors.ts'
import { catalogues } from '../../server/lib/languages.ts'
import { paths } from '../../shared/paths.ts'
import { runProduct } from '../support/runProduct.ts'

const texts = catalogues.default
const plak = runProduct({ settings: { LIMITS_FACTOR: '1' } })

const get = async (path: string, cookie = '') => {
  const answer = await fetch(plak.server.url + path, { headers: { cookie } })
  return { status: answer.status, wait: answer.headers.get('retry-after'), body: await answer.json() }
}

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooMany: 429,
  unavailable: 503,
  tooLarge: 413,
  wrongType: 415,
  unreadable: 422,
}

it.each(Object.entries(statuses))('%s is %i, in tRPC and elsewhere', (kind, status) => {
  const error = new DomainError(kind as ErrorKind, { id: 'error' })
  const noted: string[] = []
  const sent: { status?: number; body?: unknown; headers: Record<string, string> } = { headers: {} }
  const reply = {
    code: (code: number) => ((sent.status = code), reply),
    header: (name: string, value: string) => ((sent.headers[name] = value), reply),
    send: (body: unknown) => ((sent.body = body), reply),
  }
  const deps = { audit: { note: ({ event }: { event: string }) => void noted.push(event) } }
  const call = { deps, viewer: null, caller: { address: '192.0.2.1' }, texts: () => texts }
  sendError(reply as never, error, call, 'test')
  expect(sent).toEqual({
    status,
    body: { error: texts.error, id: 'error' },
    headers: status === 429 || status === 503 ? { 'retry-after': '5' } : {},
  })
  expect(noted).toEqual({ 429: ['throttle.reached'], 403: ['access.refused'] }[status] ?? [])
  expect(trpcErrorOf(error)).toMatchObject({ cause: error, message: texts.error })
})

it('other errors are left to the handler of the app', () => {
  const fault = new Error('a fault of ours')
  expect(() => sendError({} as never, fault, {} as never, 'test')).toThrow(fault)
})

it('a route says who must sign in, and how long to wait, in the language of the caller', async () => {
  expect(await get(paths.exportZip(), 'plak_language=tr')).toEqual({
    status: 401,
    wait: null,
    body: { error: catalogues.tr.auth.loginRequired, id: 'auth.loginRequired' },
  })
  const ayse = await plak.harness.register('ayse')
  const { id } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } })
  await plak.server.deps.limit(exports).count(keyOf({ id }), exports.points)
  const refused = await get(paths.exportZip(), ayse.cookies.header())
  expect(refused).toMatchObject({
    status: 429,
    body: { error: texts.account.tooManyExports, id: 'account.tooManyExports' },
  })
  expect(Number(refused.wait)).toBeGreaterThan(500)
  await plak.server.deps.audit.flush()
  expect(
    await plak.server.deps.db.auditEntry.findMany({ where: { event: 'throttle.reached' } }),
  ).toMatchObject([{ actorId: id, subjectId: id, address: '127.0.0.1' }])
})

it('an import that does not exist is 404 with its id', async () => {
  const ayse = await plak.harness.register('ayse')
  expect(await get('/account/import/7/rest.csv', ayse.cookies.header())).toMatchObject({
    status: 404,
    body: { id: 'imports.notFound' },
  })
})
