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
