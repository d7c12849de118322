import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import type { Facts } from './lib/facts.tsx'
import { takeFirstData, type FirstData } from './lib/firstData.ts'
import { makeQueryClient } from './lib/trpc.ts'
import { pageAt } from './pages.ts'
import { Root } from './Root.tsx'

/** A page that is to be drawn: where it stands, what it says of itself, the answers that it brings along. */
export type Drawing = { address: string; facts: Facts; firstData: FirstData }

/** The HTML of a page as the browser draws it at first; throws what goes wrong in it. */
export async function draw({ address, facts, firstData }: Drawing): Promise<string> {
  const queryClient = makeQueryClient()
  // As the browser reads them, and nothing that belongs to others.
  takeFirstData(queryClient, JSON.parse(JSON.stringify(firstData)) as FirstData, facts.at)
  await pageAt(address.split('?')[0]!).Component.load?.()
  try {
    return await htmlOf(<Root facts={facts} queryClient={queryClient} address={address} />)
  } finally {
    queryClient.clear()
  }
}

function htmlOf(root: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(root, {
      // All in its place: what comes in pieces would be put together by inline scripts, which the page allows none of.
      progressiveChunkSize: Infinity,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  })
}
