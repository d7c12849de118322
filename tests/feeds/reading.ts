import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { expect } from 'vitest'

const PLAK = 'urn:plak:feed:1'

/** Parses well-formed XML with namespaces, and fails at the first error. Returns the `plak:` elements of each item. */
function readStrictly(xml: string): Record<string, string>[] {
  const items: Record<string, string>[] = []
  const parser = new SaxesParser({ xmlns: true })
  const open: SaxesTagNS[] = []
  let text = ''
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => {
    open.push(tag)
    text = ''
    if (tag.name === 'item') items.push({})
  })
  parser.on('text', (part) => (text += part))
  parser.on('closetag', () => {
    const { local, uri } = open.pop()!
    if (uri === PLAK) items.at(-1)![local] = text
  })
  parser.write(xml).close()
  return items
}

export type Answer = { status: number; headers: Headers; text: string }

export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Reads a feed as RSS and as JSON with programs that are not ours, and compares what both have. */
export async function readFeed(address: string) {
  const rss = await ask(`${address}.xml`)
  expect([rss.status, rss.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  const plak = readStrictly(rss.text)
  const channel = parseRssFeed(rss.text)
  const json = await ask(`${address}.json`)
  expect([json.status, json.headers.get('content-type')]).toEqual([
    200,
    'application/feed+json; charset=utf-8',
  ])
  const feed = parseJsonFeed(json.text)
  const items = (channel.items ?? []).map((item, index) => ({ ...item, plak: plak[index]! }))
  expect(
    (feed.items ?? []).map(({ id, title, url, content_html }) => [id, title, url, content_html]),
  ).toEqual(items.map(({ guid, title, link, description }) => [guid?.value, title, link, description ?? '']))
  expect(feed.title).toBe(channel.title)
  return { channel, items, feed, raw: JSON.parse(json.text) as { items: { _plak?: object }[] } }
}
