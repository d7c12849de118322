import { open } from 'node:fs/promises'
import type { Encoding } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'
import { openUpload } from '../files.ts'
import { decodeBytes, HEAD, isRubbish, makeJudge } from './encoding.ts'
import { foreignBytes, foreignText } from './foreign.ts'
import { openZip } from './zip.ts'

type Judgement = { encoding: Encoding; lines: number }
export type TextPart = {
  /** '' if the upload is not a zip */
  name: string
  size: number
  head: string
  /** uses the chosen encoding, if any; reads the whole text once */
  judged: () => Promise<Judgement>
  text: () => AsyncGenerator<string>
}
export type Source = {
  parts: TextPart[]
  isZip: boolean
  /** returns null if the upload has no such cover */
  cover: (name: string) => Promise<Buffer | null>
  close: () => void
}

/** bytes of each file in a zip that are kept until all of them are inspected */
const PART_HEAD = 8 * 1024

type Bytes = () => AsyncIterable<Uint8Array>
/** Reading continues when it resolves. */
type OnBytes = (count: number) => Promise<void>
type Options = { encoding: Encoding | undefined; onBytes: OnBytes }

async function headOf(bytes: Bytes, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes()) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= length) break
  }
  return Buffer.concat(chunks).subarray(0, length)
}

function textPart(
  { name, size, head, bytes }: { name: string; size: number; head: Buffer; bytes: Bytes },
  { encoding: chosenEncoding, onBytes }: Options,
): TextPart {
  async function* countBytes() {
    for await (const chunk of bytes()) {
      await onBytes(chunk.length)
      yield chunk
    }
  }
  const judge = makeJudge()
  judge.add(head)
  const guess = chosenEncoding ?? judge.encoding()
  const text = new TextDecoder(guess).decode(head, { stream: true })
  const isJson = /^\s*[[{]/.test(text)
  async function judgeAll(): Promise<Judgement> {
    if (size <= head.length) return { encoding: guess, lines: judge.lines() }
    const whole = makeJudge()
    for await (const chunk of countBytes()) whole.add(chunk)
    return { encoding: chosenEncoding ?? whole.encoding(), lines: whole.lines() }
  }
  let judgement: Promise<Judgement> | null = null
  const judged = () => (judgement ??= judgeAll())
  async function* decodedText() {
    // JSON is UTF-8, unless its head is UTF-16.
    const utf = guess.startsWith('utf-16') ? guess : 'utf-8'
    yield* decodeBytes(countBytes(), isJson ? (chosenEncoding ?? utf) : (await judged()).encoding)
  }
  return { name, size, head: text, judged, text: decodedText }
}

/**
 * Detects the type by content, not name. `onBytes` is called for everything that is read, after decompression.
 * @throws invalid for a file that is not text, and for a damaged or malicious zip
 */
export async function openSource(path: string, options: Options): Promise<Source> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const { size } = await file.stat()
  await file.close()
  // The second number is the signature of an empty zip.
  if (bytesRead === 4 && [0x04034b50, 0x06054b50].includes(buffer.readUInt32LE())) {
    const zip = await openZip(path)
    try {
      const parts: TextPart[] = []
      for (const { name, size: partSize, bytes } of zip.parts) {
        await options.onBytes(0)
        // The PDF manual is recognised by its name and need not be unpacked.
        const head = /\.pdf$/i.test(name) ? Buffer.alloc(0) : await headOf(bytes, PART_HEAD)
        parts.push(textPart({ name, size: partSize, head, bytes }, options))
      }
      const cover = async (name: string) => {
        const part = zip.covers.get(name)
        return part ? await headOf(part.bytes, part.size) : null
      }
      return { parts, isZip: true, cover, close: zip.close }
    } catch (error) {
      zip.close()
      throw error
    }
  }
  const bytes: Bytes = () => openUpload(path)
  const head = await headOf(bytes, HEAD)
  const part = textPart({ name: '', size, head, bytes }, options)
  if (part.head.trim() === '') throw invalid('imports.fileEmpty')
  const foreign = foreignBytes(head) ?? foreignText(part.head)
  if (foreign) throw invalid(foreign)
  if (isRubbish(part.head)) throw invalid('imports.unknownFile')
  return { parts: [part], isZip: false, cover: async () => null, close: () => {} }
}
