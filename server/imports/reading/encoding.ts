import type { Encoding } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'

/** so many bytes of a file are looked at to see what it is */
export const HEAD = 256 * 1024

/** What the bytes at the beginning of a text file are written in. */
export function guessEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const looked = Math.min(head.length, 4_096)
  for (let at = 0; at < looked; at++) if (head[at] === 0) zeros[at % 2]!++
  if (zeros[1]! > looked / 8 && zeros[0]! < zeros[1]! / 4) return 'utf-16le'
  if (zeros[0]! > looked / 8 && zeros[1]! < zeros[0]! / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return isTurkish(head) ? 'windows-1254' : 'windows-1252'
  }
}

/** The two differ in six letters: ğ ı ş İ Ğ Ş stand where Icelandic ones do. */
function isTurkish(head: Uint8Array): boolean {
  const turkish = new Set([0xf0, 0xfd, 0xfe, 0xd0, 0xdd, 0xde])
  let letters = 0
  for (const byte of head) if (turkish.has(byte)) letters++
  return letters > 0
}

/** Whether bytes that decode are no text: they hold characters that nobody types. */
export function isRubbish(text: string): boolean {
  const looked = text.slice(0, 8_192)
  let odd = 0
  for (let at = 0; at < looked.length; at++) {
    const code = looked.charCodeAt(at)
    if (code === 0) return true
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) || code === 0xfffd) odd++
  }
  return odd > looked.length / 50
}

/** The text of a file, piece by piece, without its byte order mark. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** The lines of a text. @throws invalid for a line that is too long */
export async function* linesOf(text: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  let kept = ''
  for await (const chunk of text) {
    const lines = (kept + chunk).split('\n')
    kept = lines.pop()!
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    if (kept.length > longest) throw invalid('imports.rowTooLong')
  }
  if (kept.trim() !== '') yield kept
}
