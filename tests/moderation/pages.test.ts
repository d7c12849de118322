import { describe, expect, it } from 'vitest'
import { paths } from '../../shared/paths.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeModerator } from './cases.ts'

const plak = runProduct()

/** Returns the response to a request of a page, without its time and its request id. */
async function answerTo({ cookies }: Person | Visitor, path: string) {
  const response = await fetch(`${plak.server.url}${path}`, {
    // Compressed, two texts of the same length have different lengths.
    headers: { cookie: cookies.header() ?? '', 'accept-encoding': 'identity' },
  })
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers)
  const html = (await response.text()).replace(/\{"at":\d+/, '{"at":0')
  return { status: response.status, headers, html }
}

describe.each([paths.moderation(), paths.moderationAudit(), paths.report(7)])('%s', (path) => {
  it.each(['a visitor', 'a person'])('answers %s as an unknown path', async (kind) => {
    const reader = kind === 'a visitor' ? plak.harness.visitor() : await plak.harness.register('somebody')
    const unknown = await answerTo(reader, path.replace('moderation', 'nothing-at-all'))
    expect(unknown.status).toBe(404)
    expect(await answerTo(reader, path)).toEqual(unknown)
  })

  it('is there for a moderator', async () => {
    const moderator = await plak.harness.register('moderator')
    await makeModerator(plak.server, moderator)
    expect((await answerTo(moderator, path)).status).toBe(200)
  })
})
