import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '../../shared/paths.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('the licences of the packages are served as text, and every page leads there', async () => {
  const response = await fetch(server.url + paths.licenses())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await response.text()
  for (const bundled of [/^react-dom \d.*MIT/m, /^fastify \d.*MIT/m, /^@prisma\/client \d.*Apache-2\.0/m])
    expect(text).toMatch(bundled)
  expect(text).toContain('Permission is hereby granted, free of charge')
  // The two under the LGPL are listed as separate files.
  const [introduction = ''] = text.split('-'.repeat(80))
  expect(introduction).toMatch(/^- mariadb \d.*LGPL-2\.1-or-later/m)
  expect(introduction).toContain('libvips and the libraries of it, which are under LGPL-3.0-or-later')
  expect(text.slice(introduction.length)).not.toMatch(/^(mariadb|sharp) \d/m)

  const page = await (await fetch(server.url)).text()
  expect(page).toContain(`href="${paths.licenses()}"`)
})
