import { isAscii } from 'node:buffer'
import { analyse } from 'chardet'
import type { Encoding } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'

/** bytes that are inspected to detect the type of a file */
export const HEAD = 256 * 1024

/** bytes that are kept to detect the encoding, and how many of them on each side of a non-ASCII byte */
const [SAMPLE, AROUND] = [16 * 1024, 40]

/** chardet's names of the encodings that it detects better than the rules below */
const severalBytes: Record<string, Encoding> = {
  Shift_JIS: 'shift_jis',
  GB18030: 'gb18030',
  'EUC-KR': 'euc-kr',
  Big5: 'big5',
}

const [LF, CR] = [10, 13]

function countOf(byte: number, bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count++
  return count
}

export function makeJudge() {
  let [lf, cr] = [0, 0]
  let head: Uint8Array | null = null
  const decoder = new TextDecoder('utf-8')
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  /** non-ASCII letters that are valid UTF-8, and bytes that are not */
  const counts = { letters: 0, wrong: 0 }
  const sample: Uint8Array[] = []
  let sampled = 0

  function keepSample(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && sampled < SAMPLE; at++) {
      if (bytes[at]! < 0x80) continue
      const piece = bytes.slice(Math.max(0, at - AROUND), at + AROUND)
      sample.push(piece)
      sampled += piece.length
      at += AROUND - 1
    }
  }

  function count(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0xfffd) counts.wrong++
      else if (code >= 0x80) counts.letters++
    }
  }

  return {
    add(bytes: Uint8Array): void {
      head ??= bytes.slice(0, 4_096)
      lf += countOf(LF, bytes)
      cr += countOf(CR, bytes)
      const text = decoder.decode(bytes, { stream: true })
      if (isAscii(bytes) && text.length === bytes.length) return
      try {
        if (isUtf8) strict.decode(bytes, { stream: true })
      } catch {
        isUtf8 = false
      }
      keepSample(bytes)
      count(text)
    },
    lines: () => Math.max(lf, cr),
    encoding(): Encoding {
      const wide = wideEncoding(head ?? new Uint8Array())
      if (wide) return wide
      count(decoder.decode())
      if (isUtf8 || counts.letters >= counts.wrong) return 'utf-8'
      return encodingOfBytes(Buffer.concat(sample))
    },
  }
}

/** UTF-16 has a byte order mark, or a zero in every second byte of its ASCII characters. Other texts have no zeros. */
function wideEncoding(head: Uint8Array): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros: [number, number] = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++
  const [even, odd] = zeros
  if (odd > head.length / 100 && even < odd / 4) return 'utf-16le'
  if (even > head.length / 100 && odd < even / 4) return 'utf-16be'
  return null
}

/** ğ ı ş İ Ğ Ş, which windows-1254 has instead of Icelandic letters */
const turkish = new Set([0xf0, 0xfd, 0xfe, 0xd0, 0xdd, 0xde])

function encodingOfBytes(sample: Uint8Array): Encoding {
  const ranks = analyse(sample)
  const rankOf = (name: string) => ranks.find((each) => each.name === name)?.confidence ?? 0
  const several = ranks[0] && ranks[0].confidence >= 90 && severalBytes[ranks[0].name]
  if (several) return several
  let [high, inWords, run] = [0, 0, 0]
  for (const byte of sample) {
    run = byte >= 0xc0 ? run + 1 : 0
    if (run > 0) high++
    if (run >= 3) inWords += run === 3 ? 3 : 1
  }
  // Cyrillic and Greek words consist of such letters; in other languages three in a row are rare.
  if (inWords > high / 2) return rankOf('ISO-8859-7') >= 30 ? 'windows-1253' : 'windows-1251'
  const western = Math.max(rankOf('ISO-8859-1'), rankOf('windows-1252'))
  const isTurkish = sample.some((byte) => turkish.has(byte))
  return isTurkish && rankOf('ISO-8859-9') >= western ? 'windows-1254' : 'windows-1252'
}

/** True if the text contains control characters that nobody types. */
export function isRubbish(text: string): boolean {
  const sample = text.slice(0, 8_192)
  let odd = 0
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at)
    if (code === 0) return true
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12) || code === 0xfffd) odd++
  }
  return odd > sample.length / 50
}

export async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** @throws invalid for a line that is too long */
export async function* linesOf(text: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    if (rest.length > longest) throw invalid('imports.rowTooLong')
  }
  if (rest.trim() !== '') yield rest
}
