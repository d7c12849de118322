import { open } from 'node:fs/promises'
import type { Encoding } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'
import { openUpload } from '../files.ts'
import { decoded, guessEncoding, HEAD, isRubbish } from './encoding.ts'
import { openZip } from './zip.ts'

/** A text in an upload, or the upload itself, with its first letters. */
export type TextPart = {
  /** '' for an upload that is no zip */
  name: string
  size: number
  head: string
  encoding: Encoding
  text: () => AsyncGenerator<string>
}
/** An upload: one text, or those of a zip. */
export type Source = { parts: TextPart[]; isZip: boolean; close: () => void }

/** so many files of a zip are looked at; an export has far fewer */
const LOOKED_AT = 20_000
const PART_HEAD = 16 * 1024

type Bytes = () => Promise<AsyncIterable<Uint8Array>>
/** Learns of each piece that is read; what comes after it waits until it is done. */
type OnBytes = (count: number) => Promise<void>

async function headOf(open: Bytes, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of await open()) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= length) break
  }
  return Buffer.concat(chunks).subarray(0, length)
}

async function textPart(
  name: string,
  size: number,
  bytes: Bytes,
  { encoding: chosen, length, onBytes }: { encoding: Encoding | undefined; length: number; onBytes: OnBytes },
): Promise<TextPart> {
  const head = await headOf(bytes, length)
  const encoding = chosen ?? guessEncoding(head)
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  async function* counted() {
    for await (const chunk of await bytes()) {
      await onBytes(chunk.length)
      yield chunk
    }
  }
  return { name, size, head: text, encoding, text: () => decoded(counted(), encoding) }
}

/**
 * Opens an upload by what it is, whatever it is called. `onBytes` learns of all that is read of it, unpacked.
 * @throws invalid for what is no text, and for a zip that is damaged or made to do harm
 */
export async function openSource(
  path: string,
  { encoding, onBytes }: { encoding: Encoding | undefined; onBytes: OnBytes },
): Promise<Source> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const { size } = await file.stat()
  await file.close()
  if (bytesRead === 4 && buffer.readUInt32LE() === 0x04034b50) {
    const zip = await openZip(path)
    const parts: TextPart[] = []
    for (const { name, size: partSize, open: openPart } of zip.parts.slice(0, LOOKED_AT)) {
      const options = { encoding, length: PART_HEAD, onBytes }
      // A drawing or a manual need not be unpacked to be known by its name.
      const bytes: Bytes = /\.pdf$/i.test(name) ? async () => nothing() : openPart
      parts.push(await textPart(name, partSize, bytes, options))
    }
    return { parts, isZip: true, close: zip.close }
  }
  const bytes: Bytes = async () => openUpload(path)
  const part = await textPart('', size, bytes, { encoding, length: HEAD, onBytes })
  if (isRubbish(part.head)) throw invalid('imports.unknownFile')
  return { parts: [part], isZip: false, close: () => {} }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
