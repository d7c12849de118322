import sharp, { type Sharp } from 'sharp'
import type { Person } from '../harness/client.ts'

/** The left half is red, the right half blue. */
export async function halves(width: number, height: number): Promise<Sharp> {
  const half = (background: string, part: number) =>
    sharp({ create: { width: part, height, channels: 3, background } })
      .png()
      .toBuffer()
  const left = Math.ceil(width / 2)
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: await half('#ff0000', left), left: 0, top: 0 },
  ])
}

type Answer = { status: number; avatar: string; error: string; retryAfter: string | null }

/** Uploads a picture like the form. */
export async function uploadPicture(
  url: string,
  person: Pick<Person, 'cookies'> | null,
  bytes: Uint8Array,
): Promise<Answer> {
  const cookie = person?.cookies.header()
  const answer = await fetch(`${url}/account/picture`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(cookie && { cookie }) },
    body: new Uint8Array(bytes),
  })
  const retryAfter = answer.headers.get('retry-after')
  return { ...((await answer.json()) as Answer), status: answer.status, retryAfter }
}

export const fileAt = (avatar: string, width: number): string => avatar.replace('-192.webp', `-${width}.webp`)

/** Returns the colour of a picture of `halves` at a pixel. */
export async function colourAt(file: Buffer, { left = 48, top = 48 }): Promise<'red' | 'blue' | 'mixed'> {
  const pixel = sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw()
  const [red, , blue] = (await pixel.toBuffer()) as unknown as [number, number, number]
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'mixed'
}
