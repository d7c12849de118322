import { expect } from 'vitest'
import type { Draft } from '../../server/imports/formats/draft.ts'
import { recognise } from '../../server/imports/formats/recognise.ts'
import { openSource } from '../../server/imports/reading/source.ts'
import type { ImportSettings } from '../../shared/imports.ts'
import { withFile } from './files.ts'

/** length of a file that a test reads twice without taking long */
const SMALL = 1_000_000
const now = new Date('2026-11-22T12:00:00Z')

/** Reads a file as the import does, without looking anything up. A large one is read twice, which must not change what is counted. */
export async function read(bytes: string | Uint8Array, settings: ImportSettings = {}) {
  return await withFile(bytes, async (path) => {
    const source = await openSource(path, { encoding: settings.encoding, onBytes: async () => {} })
    try {
      const { format, header, asks, rows, notTaken } = await recognise(source, { settings, now })
      const drafts: Draft[] = []
      for await (const draft of rows()) drafts.push(draft)
      const once = structuredClone(notTaken?.())
      if (bytes.length < SMALL) for await (const _ of rows());
      expect(notTaken?.()).toEqual(once)
      return { format, header, asks, drafts, notTaken: once }
    } finally {
      source.close()
    }
  })
}

/** Summarizes the meaning of a row. */
export const meant = ({ kind, named, date = null, rating = 0, content, problem }: Draft) => ({
  kind,
  album: named && `${named.artist} - ${named.album}`,
  date,
  rating,
  review: content?.review ?? '',
  ...(problem && { problem }),
})
