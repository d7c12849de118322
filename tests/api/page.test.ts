import { expect, it } from 'vitest'
import { table } from '../../server/api/table.ts'
import { catalogues } from '../../server/lib/languages.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()

const readPage = async (cookie = '') => {
  const response = await fetch(`${plak.server.url}/api`, { headers: { cookie } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  return await response.text()
}
const escaped = (text: string) => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;')

it('has every method, path and summary in the language of its reader, and no script', async () => {
  for (const [language, catalogue] of [
    ['default', catalogues.default],
    ['tr', catalogues.tr],
  ] as const) {
    const html = await readPage(`plak_language=${language}`)
    expect(html).toContain(`<html lang="${language === 'tr' ? 'tr' : 'en'}"`)
    expect(html).not.toMatch(/<script|javascript:| on\w+=/i)
    expect(html).toContain('href="/api/v1/openapi.json"')
    const text = html.replaceAll(/<\/?(code|span|h3|p|summary)[^>]*>/g, '').replaceAll(/\s+/g, ' ')
    for (const { method, path, name } of table) {
      const summary = escaped(catalogue.api.operations[name])
      expect(text).toContain(`${method} /api/v1${path} ${summary}`)
    }
  }
})

it('links only to parts of itself that exist', async () => {
  const html = await readPage()
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
  expect(targets.length).toBeGreaterThan(50)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
})
