import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Person } from '../harness/client.ts'

/** A picture of noise, which does not compress to nothing. */
export const picture = (width = 640, height = width) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#7a3b12',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })

type Answer = { status: number; cover: string; error: string; id: string }

/** Uploads a picture like the form. */
export async function upload(
  url: string,
  person: Pick<Person, 'cookies'> | null,
  bytes: Uint8Array,
): Promise<Answer> {
  const cookie = person?.cookies.header()
  const answer = await fetch(`${url}/account/cover`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(cookie && { cookie }) },
    body: new Uint8Array(bytes),
  })
  return { ...((await answer.json()) as Omit<Answer, 'status'>), status: answer.status }
}

/** A PNG of black pixels, one bit each: decoded as colours, a thousand times as large as the file and more. */
export function bomb(edge: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const data = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(data))
    return Buffer.concat([length, data, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header[8] = 1
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc((edge / 8 + 1) * edge))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
