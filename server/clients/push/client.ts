import { fetchBytes, UpstreamError } from '../../lib/http.ts'
import { encryptFor, type Recipient } from './encryption.ts'
import { authorizationOf, type PushKey } from './vapid.ts'

const TIMEOUT = 10_000
/** how long a push service keeps a message for a browser that is offline, in seconds */
const TTL = 86_400

export type PushTarget = Recipient & { endpoint: string }

export type PushMessage = {
  text: string
  /** a later message with the same topic replaces this one */
  topic: string
  urgency: 'normal' | 'low'
}

/**
 * `gone`: the browser no longer takes messages. `tooLarge`: a shorter message could be accepted. `later`: worth another attempt,
 * after `retryAfter` seconds if the service says so. `refused`: this message, permanently.
 */
export type PushOutcome =
  | { state: 'sent' | 'gone' | 'tooLarge' }
  | { state: 'later'; retryAfter: number | null; status: number | null }
  | { state: 'refused'; status: number }

type Sender = { key: PushKey; subject: string; now: Date }

/** Sends one message to one browser. Redirects are not followed. */
export async function sendPush(
  { endpoint, ...recipient }: PushTarget,
  { text, topic, urgency }: PushMessage,
  { key, subject, now }: Sender,
): Promise<PushOutcome> {
  const url = new URL(endpoint)
  const headers = {
    authorization: authorizationOf(key, { origin: url.origin, subject, now }),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(TTL),
    urgency,
    topic,
  }
  const body = new Uint8Array(encryptFor(recipient, text))
  try {
    const answer = await fetchBytes(url, TIMEOUT, { method: 'POST', headers, body, redirect: 'manual' })
    return outcomeOf(answer.status, answer.headers, now)
  } catch (error) {
    if (error instanceof UpstreamError && error.failure !== 'refused')
      return { state: 'later', retryAfter: null, status: null }
    throw error
  }
}

function outcomeOf(status: number, headers: Headers, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone' }
  if (status === 413) return { state: 'tooLarge' }
  if (status === 429 || status >= 500)
    return { state: 'later', retryAfter: secondsOf(headers.get('retry-after'), now), status }
  return { state: 'refused', status }
}

/** Retry-After is a number of seconds or a date. Returns null if the time is zero or past: the usual pause is used then. */
function secondsOf(text: string | null, now: Date): number | null {
  if (text === null) return null
  const isCount = /^\d{1,9}$/.test(text.trim())
  const seconds = isCount ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1_000)
  return seconds > 0 ? seconds : null
}
