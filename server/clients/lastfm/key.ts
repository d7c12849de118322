import { fetchText, UpstreamError } from '../../lib/http.ts'
import { isAboutTheKey, readBody } from './answer.ts'

const TIMEOUT = 8_000

/** Asks Last.fm for its most popular artist. Returns 'unknown' if it could not be reached or said nothing about the key. */
export async function checkKey(base: string, apiKey: string): Promise<'accepted' | 'refused' | 'unknown'> {
  const url = new URL(base)
  const params = { method: 'chart.gettopartists', limit: '1', api_key: apiKey, format: 'json' }
  url.search = new URLSearchParams(params).toString()
  try {
    readBody(await fetchText(url, TIMEOUT, { headers: { accept: 'application/json' } }))
    return 'accepted'
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return isAboutTheKey(error.code) ? 'refused' : 'unknown'
  }
}
