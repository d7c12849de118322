import { createHash } from 'node:crypto'
import { recordPlays, type Origin, type ReportedPlay } from '../../server/plays/write/record.ts'
import type { Person } from '../harness/client.ts'
import type { runProduct } from '../support/runProduct.ts'

export const joga = { artist: 'Björk', track: 'Jóga' }
export const unravel = { artist: 'Björk', track: 'Unravel' }

/** A person whose scrobbling is on, their secret, and plays as the roads store them. */
export function scrobblers(plak: ReturnType<typeof runProduct>) {
  const idOf = async ({ nickname }: Person): Promise<number> =>
    (await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname } })).id
  const player: Origin = { source: 'listenbrainz', client: 'navidrome' }
  return {
    idOf,
    turnOn: async ({ client }: Person) => (await client.scrobbling.turnOn.mutate()).secret,
    record: async (who: Person, plays: readonly ReportedPlay[], origin: Partial<Origin> = {}) =>
      recordPlays(plak.server.deps, await idOf(who), plays, { ...player, ...origin }),
  }
}

type Sent = { token?: string; authorization?: string; body?: unknown; type?: string | null; method?: string }

/** Answers of protocols have many shapes, which the tests check. */
// oxlint-disable-next-line no-explicit-any
export type Json = Record<string, any>

/** Sends requests of ListenBrainz' protocol; `path` begins behind the address of the server. */
export const listenBrainz =
  (urlOf: () => string) =>
  async (path: string, { token, authorization, body, type = 'application/json', method }: Sent = {}) => {
    const words = authorization ?? (token && `Token ${token}`)
    const headers = new Headers(words ? { authorization: words } : {})
    // A body of bytes gets no content type by itself.
    const bytes =
      body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    if (bytes && type) headers.set('content-type', type)
    const response = await fetch(urlOf() + path, {
      method: method ?? (bytes ? 'POST' : 'GET'),
      headers,
      ...(bytes && { body: bytes }),
    })
    const answer = (await response.json()) as Json
    return { ...answer, headers: response.headers, http: response.status } as Json & { headers: Headers }
  }

export const submitPath = '/listenbrainz/1/submit-listens'

export const listen = (at: number, track: object = {}, info?: object) => ({
  listened_at: at,
  track_metadata: {
    artist_name: 'Björk',
    track_name: 'Jóga',
    ...track,
    ...(info && { additional_info: info }),
  },
})

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

type Fields = Record<string, string>
/** Sends a form; `query` is part of the address. */
export async function sendForm(url: string, form: Fields, query: Fields = {}): Promise<Response> {
  const search = new URLSearchParams(query).toString()
  return await fetch(search ? `${url}?${search}` : url, { method: 'POST', body: new URLSearchParams(form) })
}
