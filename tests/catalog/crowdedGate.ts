import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy before the stand-in that lets calls pass when `count` of them wait; `most` is the maximum number at once. */
export async function crowdedGate(origin: string, count: number) {
  const waiting: (() => void)[] = []
  let inside = 0
  let most = 0
  async function lead(path: string): Promise<string> {
    most = Math.max(most, ++inside)
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length >= count) waiting.splice(0).forEach((open) => open())
    })
    const answer = await fetch(origin + path)
    const body = await answer.text()
    inside--
    return body
  }
  const server = createServer(
    (request, response) => void lead(request.url!).then((body) => response.end(body)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { base: `http://127.0.0.1:${port}/lastfm/2.0/`, most: () => most, close: () => server.close() }
}
