import { UpstreamError } from '../../lib/http.ts'
import { record, text, toNum } from './fields.ts'

export const RATE_LIMIT = 29
/** Operation failed, service offline, temporary error: codes for which the service itself suggests a retry. */
const temporaryCodes = new Set([8, 11, 16])

/** True for codes after which the same call can succeed: a failure of the service, or too many calls. */
export const isTemporaryCode = (code: number | null): boolean =>
  code !== null && (code === RATE_LIMIT || temporaryCodes.has(code))

/** @throws UpstreamError if the body is not JSON or reports an error */
export function readBody({ status, text: body }: { status: number; text: string }): unknown {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch (cause) {
    if (status === 429) throw new UpstreamError('refused', 'Last.fm: too many calls', { code: RATE_LIMIT })
    throw new UpstreamError('broken', `Last.fm answered no JSON, status ${status}`, { cause })
  }
  const { error, message } = record.parse(json)
  // Only the body decides: the service reports errors with status 200 as well as with others.
  if (error === undefined && status !== 429) return json
  const code = error === undefined ? RATE_LIMIT : (toNum(error) ?? 0)
  throw new UpstreamError(
    temporaryCodes.has(code) ? 'broken' : 'refused',
    `Last.fm error ${code}: ${text.parse(message)}`,
    { code },
  )
}

/** True for 'no permission', 'invalid key' and 'suspended key': no call succeeds until an operator acts. */
export const isAboutTheKey = (code: number | undefined): boolean => code === 4 || code === 10 || code === 26

/** True if the service does not know the album. Code 6 also means a missing parameter, which says nothing about the album. */
export const isNotFound = ({ code, message }: UpstreamError): boolean =>
  code === 7 || (code === 6 && !/required parameter|out of bounds/i.test(message))
