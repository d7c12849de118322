import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => (server = await startServer()))
afterAll(() => server.close())

const get = () => fetch(`${server.url}/.well-known/security.txt`)

test('does not exist without a contact', async () => {
  expect((await get()).status).toBe(404)
})

test.each([
  ['security@plak.example', 'mailto:security@plak.example'],
  ['https://plak.example/security', 'https://plak.example/security'],
])('names %s, for less than a year', async (contact, written) => {
  // As an administrator changes it while the product runs.
  server.deps.settings.CONTACT = contact
  const response = await get()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).trim().split('\n')
  const fields = lines.map((line) => /^([A-Za-z-]+): (.+)$/.exec(line)!.slice(1))
  expect(fields).toEqual([
    ['Contact', written],
    ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)],
    ['Preferred-Languages', 'en, tr'],
    ['Canonical', `${server.deps.settings.PUBLIC_URL}/.well-known/security.txt`],
  ])
  const days = (Date.parse(fields[1]![1]!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})
