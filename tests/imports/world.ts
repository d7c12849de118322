import { expect, vi } from 'vitest'
import type { ImportView } from '../../shared/imports.ts'
import type { Person } from '../harness/client.ts'

/** Three rows that can be written, one duplicate, one unknown album, and two unreadable rows. */
export const table = [
  'Artist,Album,Date,Rating,Review,Tags',
  'Radiohead,Kid A,2024-01-02,9,"Cold, and good.",winter',
  'Radiohead,Kid A,2024-01-02,9,twice,',
  'Bjork,Homogenic,2024-02-03,10,,',
  'Radiohead,In Rainbows,,8,,',
  'Nobody Ever,Nothing At All,2024-02-03,10,,',
  'Radiohead,OK Computer,2024-02-30,10,,',
  ',Nameless,2024-02-03,10,,',
].join('\n')

/** Returns the counts that are not zero. */
export const counted = ({ counts }: { counts: Record<string, number> }) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** Uploads a file like the page. */
export async function send(
  url: string,
  person: Pick<Person, 'cookies'>,
  bytes: string | Uint8Array,
  name = 'file',
  more: Record<string, string> = {},
) {
  const headers = {
    'content-type': 'application/octet-stream',
    'x-file-name': encodeURIComponent(name),
    cookie: person.cookies.header(),
    ...more,
  }
  const answer = await fetch(`${url}/account/import`, { method: 'POST', headers, body: bytes as BodyInit })
  return { status: answer.status, body: (await answer.json()) as { id: number; error?: string } }
}

/** Waits until a user's import satisfies a condition, and returns it. */
export async function until(
  person: Pick<Person, 'client'>,
  id: number,
  isThere: (one: ImportView) => boolean,
): Promise<ImportView> {
  let last: ImportView | undefined
  await vi.waitFor(
    async () => {
      last = await person.client.imports.get.query({ id })
      expect(isThere(last), JSON.stringify(last)).toBe(true)
    },
    { timeout: 120_000 },
  )
  return last!
}

/** Uploads a file and waits for its preview with all look-ups done. */
export async function preview(url: string, person: Person, bytes: string | Uint8Array): Promise<ImportView> {
  const { body } = await send(url, person, bytes)
  return await until(
    person,
    body.id,
    ({ state, counts }) => state === 'failed' || (state === 'preview' && counts.looking === 0),
  )
}

export async function bring(person: Person, id: number): Promise<ImportView> {
  await person.client.imports.start.mutate({ id })
  return await until(person, id, ({ state }) => state === 'done')
}
