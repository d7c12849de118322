import { decodeHTMLStrict } from 'entities/decode'
import { cut } from '../../../shared/cut.ts'

const LONGEST = 10_000

/** End of a text: the service's licence line, or the first link, or the service's own last link ('Read more'). */
const ends = {
  firstLink: /<a\s|User-contributed text is available under/i,
  readMore: /<a\s[^<>]*>\s*Read more\b|User-contributed text is available under/i,
}

/** Cuts the text at its end, removes tags and keeps paragraphs. Returns null if nothing is left. */
export function plainText(html: string, end: keyof typeof ends): string | null {
  const text = decodeHTMLStrict(
    html
      .split(ends[end], 1)[0]!
      .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
      .replace(/<!--[\s\S]*?(-->|$)/g, '')
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/<\/p\s*>/gi, '\n\n')
      .replace(/<\/?[a-z][^>]*(>|$)/gi, ''),
  )
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (text.length <= LONGEST) return text || null
  return `${cut(text, LONGEST).replace(/\s+\S*$/, '')}…`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses '03 Mar 2010, 16:48' as UTC; returns null for anything else and for the empty date of 1970. */
export function isoDate(text: string): string | null {
  const parts = /^(\d{1,2}) (\w{3}) (\d{4})(?:, (\d{2}):(\d{2}))?$/.exec(text.trim())
  const [, day, name, year, hour, minute] = parts ?? []
  const month = months.indexOf(name ?? '')
  if (month < 0) return null
  const time = Date.UTC(Number(year), month, Number(day), Number(hour ?? 0), Number(minute ?? 0))
  return time > 24 * 60 * 60 * 1000 ? new Date(time).toISOString() : null
}
