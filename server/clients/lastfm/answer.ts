import { UpstreamError } from '../../lib/http.ts'
import { record, text, toNum } from './fields.ts'

export const RATE_LIMIT = 29
/** Operation failed, service offline, temporary error: the service says itself that another try may help. */
const passing = new Set([8, 11, 16])

/** The body of an answer as JSON; throws an UpstreamError when it is none or says that the call failed. */
export function readBody({ status, text: body }: { status: number; text: string }): unknown {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch (cause) {
    if (status === 429) throw new UpstreamError('refused', 'Last.fm: too many calls', { code: RATE_LIMIT })
    throw new UpstreamError('broken', `Last.fm answered no JSON, status ${status}`, { cause })
  }
  const { error, message } = record.parse(json)
  // The body alone decides: a failure comes with status 200 as well as with any other.
  if (error === undefined && status !== 429) return json
  const code = error === undefined ? RATE_LIMIT : (toNum(error) ?? 0)
  throw new UpstreamError(
    passing.has(code) ? 'broken' : 'refused',
    `Last.fm error ${code}: ${text.parse(message)}`,
    { code },
  )
}

/** No permission, a wrong key, a suspended key: nothing will be answered until an operator acts. */
export const isAboutTheKey = (code: number | undefined): boolean => code === 4 || code === 10 || code === 26

/** 6 also means a missing parameter, which says nothing about the album. */
export const isNotFound = ({ code, message }: UpstreamError): boolean =>
  code === 7 || (code === 6 && !/required parameter|out of bounds/i.test(message))
