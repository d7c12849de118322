// Answers of Last.fm's protocol, as XML or JSON. In JSON, `scrobble` is an object for one and an array for more, counts are numbers
// and codes are texts: some players refuse any other type, and send the same plays again.

export type Format = 'xml' | 'json'

const errors = {
  3: 'Invalid Method - No method with that name in this package',
  4: 'Authentication Failed - You do not have permissions to access the service',
  6: 'Invalid parameters - Your request is missing a required parameter',
  9: 'Invalid session key - Please re-authenticate',
  16: 'There was a temporary error processing your request. Please try again',
  29: 'Rate limit exceeded - Your IP has made too many requests in a short period',
} as const
export type ErrorCode = keyof typeof errors

const ignored = {
  0: '',
  1: 'Artist was ignored',
  2: 'Track was ignored',
  3: 'Timestamp was too old',
  4: 'Timestamp was too new',
  5: 'Daily scrobble limit exceeded',
} as const
export type IgnoredCode = keyof typeof ignored

/** A track as it was sent, and why it was ignored; 0 if it was not. */
export type Outcome = {
  artist: string
  track: string
  album: string
  albumArtist: string
  timestamp?: string
  ignored: IgnoredCode
}

/** The characters that XML allows; others cannot even be escaped. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(notInXml, '').replace(/[&<>"]/g, (sign) => signs[sign]!)

const xml = (status: 'ok' | 'failed', content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<lfm status="${status}">${content}</lfm>\n`

export const errorAnswer = (code: ErrorCode, format: Format): string =>
  format === 'json'
    ? JSON.stringify({ error: code, message: errors[code] })
    : xml('failed', `<error code="${code}">${escape(errors[code])}</error>`)

export const sessionAnswer = ({ name, key }: { name: string; key: string }, format: Format): string =>
  format === 'json'
    ? JSON.stringify({ session: { subscriber: 0, name, key } })
    : xml(
        'ok',
        `<session><name>${escape(name)}</name><key>${escape(key)}</key><subscriber>0</subscriber></session>`,
      )

export const playingAnswer = (outcome: Outcome, format: Format): string =>
  format === 'json'
    ? JSON.stringify({ nowplaying: asJson(outcome) })
    : xml('ok', `<nowplaying>${asXml(outcome)}</nowplaying>`)

export function scrobblesAnswer(outcomes: readonly Outcome[], format: Format): string {
  const ignoredCount = outcomes.filter(({ ignored: code }) => code !== 0).length
  const accepted = outcomes.length - ignoredCount
  if (format === 'json') {
    const scrobbles = outcomes.map(asJson)
    const scrobble = scrobbles.length === 1 ? scrobbles[0] : scrobbles
    return JSON.stringify({ scrobbles: { scrobble, '@attr': { accepted, ignored: ignoredCount } } })
  }
  const rows = outcomes.map((outcome) => `<scrobble>${asXml(outcome)}</scrobble>`).join('')
  return xml('ok', `<scrobbles accepted="${accepted}" ignored="${ignoredCount}">${rows}</scrobbles>`)
}

const names = ['track', 'artist', 'album', 'albumArtist'] as const

function asJson({ timestamp, ignored: code, ...track }: Outcome): object {
  const fields = names.map((name) => [name, { corrected: '0', '#text': track[name] }] as const)
  return {
    ...Object.fromEntries(fields),
    ...(timestamp !== undefined && { timestamp }),
    ignoredMessage: { code: String(code), '#text': ignored[code] },
  }
}

function asXml({ timestamp, ignored: code, ...track }: Outcome): string {
  const fields = names.map((name) => `<${name} corrected="0">${escape(track[name])}</${name}>`).join('')
  const time = timestamp === undefined ? '' : `<timestamp>${escape(timestamp)}</timestamp>`
  return `${fields}${time}<ignoredMessage code="${code}">${escape(ignored[code])}</ignoredMessage>`
}
