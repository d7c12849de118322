import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import type { FirstData } from '../shared/firstData.ts'
import type { Facts } from './lib/facts.tsx'
import { takeFirstData } from './lib/firstData.ts'
import { makeQueryClient } from './lib/trpc.ts'
import { pageAt } from './pages.ts'
import { Root } from './Root.tsx'

/** A page to render: its URL, the facts of its document, its first data as JSON. */
export type Drawing = { address: string; facts: Facts; firstData: string }

/** The HTML of a page, equal to the browser's first render; throws what rendering throws. */
export async function draw({ address, facts, firstData }: Drawing): Promise<string> {
  const queryClient = makeQueryClient()
  takeFirstData(queryClient, JSON.parse(firstData) as FirstData, facts.at)
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
      // Only when complete: streamed parts would need inline scripts, which the content security policy forbids.
      progressiveChunkSize: Infinity,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  })
}
