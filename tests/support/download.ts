import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { z } from 'zod'
import { exportFile } from '../../shared/exportFile.ts'

export async function unzipped(zip: Buffer): Promise<Map<string, string>> {
  const file = await fromBufferPromise(zip, { lazyEntries: true })
  const texts = new Map<string, string>()
  for await (const entry of file.eachEntry())
    texts.set(entry.fileName, (await buffer(await file.openReadStreamPromise(entry))).toString())
  return texts
}

/** Downloads a user's data export: the text of plak.json, its data validated by the schema, and the tables. */
export async function downloadData(
  url: string,
  cookie: string,
): Promise<{ json: string; data: z.infer<typeof exportFile>; tables: Map<string, string> }> {
  const answer = await fetch(`${url}/account/export.zip`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  const tables = await unzipped(Buffer.from(await answer.arrayBuffer()))
  const json = tables.get('plak.json')!
  tables.delete('plak.json')
  return { json, data: exportFile.parse(JSON.parse(json)), tables }
}
