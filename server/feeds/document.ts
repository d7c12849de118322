import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../core/deps.ts'
import { version } from '../lib/version.ts'
import { RSS, type Format } from './addresses.ts'
import { readItems, type Head } from './feed.ts'
import type { Item } from './item.ts'
import { writeJsonFeed } from './jsonFeed.ts'
import { writeRss } from './rss.ts'

/** `origin` is our public address: feeds are read elsewhere. */
export type Document = { head: Head; items: readonly Item[]; origin: string }

const formats = {
  xml: { type: `${RSS}; charset=utf-8`, write: writeRss },
  json: { type: 'application/feed+json; charset=utf-8', write: writeJsonFeed },
}
export const typeOf = (format: Format): string => formats[format].type

/** Memory of all cached documents of a process, in characters. */
const MOST = 16_000_000

export type Wanted = { head: Head; origin: string; format: Format }

/** The same in all processes for the same content, and another one in another version, which can write it differently. */
export function tagOf({ head, origin, format }: Wanted, fingerprint: string): string {
  const content = JSON.stringify([version, origin, format, head, fingerprint])
  return createHash('sha256').update(content).digest('base64url').slice(0, 27)
}

/** Writes each content of a feed once, and keeps the texts of those that were requested last. */
export function makeDocuments({ db }: Pick<Deps, 'db'>) {
  const texts = new LRUCache<string, string>({
    maxSize: MOST,
    sizeCalculation: (text) => text.length + 1,
  })
  return async (wanted: Wanted, tag: string): Promise<{ tag: string; text: string }> => {
    const known = texts.get(tag)
    if (known !== undefined) return { tag, text: known }
    const { items, fingerprint } = await readItems(db, wanted.head)
    const ownTag = tagOf(wanted, fingerprint)
    const text = formats[wanted.format].write({ ...wanted, items })
    texts.set(ownTag, text)
    return { tag: ownTag, text }
  }
}
