import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { Facts } from '../shared/facts.ts'
import type { FirstData } from '../shared/firstData.ts'
import { takeFirstData } from './lib/firstData.ts'
import { makeQueryClient } from './lib/trpc.ts'
import { pageAt } from './pages.ts'
import { Root } from './Root.tsx'

export type Drawing = { address: string; facts: Facts; firstData: string }

/** React's marker of a part that it leaves to the browser, because it suspended or threw. */
const LEFT_OUT = /<!--\$[!?]-->/
/**
 * React's output begins with a preload of each picture that is not lazy. They are removed: the document's head preloads the
 * important ones (server/http/web/pictures.ts), and the others follow a few lines below.
 */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/

/** Returns the HTML of a page, equal to the browser's first render. @throws any rendering error */
export async function draw(drawing: Drawing): Promise<string> {
  const { tree, free } = await treeOf(drawing)
  try {
    // Takes half the time of streaming, but does not wait for suspended parts.
    const html = renderToString(tree)
    return (LEFT_OUT.test(html) ? await streamed(tree) : html).replace(PRELOADS, '')
  } finally {
    free()
  }
}

/** The tree's data stay in memory until `free` is called. */
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
