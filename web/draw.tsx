import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { FirstData } from '../shared/firstData.ts'
import type { Facts } from './lib/facts.tsx'
import { takeFirstData } from './lib/firstData.ts'
import { makeQueryClient } from './lib/trpc.ts'
import { pageAt } from './pages.ts'
import { Root } from './Root.tsx'

/** A page to render: its URL, the facts of its document, and its first data as JSON. */
export type Drawing = { address: string; facts: Facts; firstData: string }

/** React's marker of a part that is left to the browser because it suspended or threw. */
const LEFT_OUT = /<!--\$[!?]-->/
/**
 * React begins with a preload of each picture that is not lazy. The document's head already has those of the important pictures
 * (server/http/web/pictures.ts), and the others are only a few lines below.
 */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/

/**
 * Returns the HTML of a page, equal to the browser's first render.
 * @throws errors of rendering
 */
export async function draw(drawing: Drawing): Promise<string> {
  const { tree, free } = await treeOf(drawing)
  try {
    // Takes half the time of the stream, but does not wait for suspended parts.
    const html = renderToString(tree)
    return (LEFT_OUT.test(html) ? await streamed(tree) : html).replace(PRELOADS, '')
  } finally {
    free()
  }
}

/** Returns the tree of a page; its data stays in memory until `free` is called. */
export async function treeOf({
  address,
  facts,
  firstData,
}: Drawing): Promise<{ tree: ReactNode; free: () => void }> {
  const queryClient = makeQueryClient()
  takeFirstData(queryClient, JSON.parse(firstData) as FirstData, facts.at)
  await pageAt(address.split('?')[0]!).Component.load?.()
  const tree = <Root facts={facts} queryClient={queryClient} address={address} />
  return { tree, free: () => queryClient.clear() }
}

/** Returns the HTML of a tree after all its parts have resolved. */
export function streamed(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(tree, {
      // Only when complete: streamed parts would need inline scripts, which the content security policy forbids.
      progressiveChunkSize: Infinity,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  })
}
