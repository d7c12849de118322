import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Deps } from '../core/deps.ts'
import { UpstreamError } from '../lib/http.ts'

const MONTH = 30 * 24 * 60 * 60_000
/** The address of a picture never gets another content, so that its colour stays valid. */
const life = { fresh: MONTH, keep: MONTH }
/** How long looking up an album waits for its colour, in milliseconds. */
const PATIENCE = 400
const EDGE = 32
/** Colours with a chroma below this (of 255) count as grey. */
const GREY = 40

const small = (image: string) => image.replace(/\/300x300\/(?=[^/]+$)/, '/64s/')

/**
 * Returns null if the cover has no colour or the picture takes too long; then the colour is cached when it
 * arrives, for the next lookup.
 */
export async function tintOf(
  { cache, pictures }: Pick<Deps, 'cache' | 'pictures'>,
  image: string | null,
): Promise<string | null> {
  if (image === null) return null
  const load = async () => {
    const picture = await pictures.fetch(small(image))
    return picture && (await liveliest(picture))
  }
  const tint = cache.get(`tint:${image}`, life, load).catch(() => null)
  const patience = new AbortController()
  try {
    return await Promise.race([tint, sleep(PATIENCE, null, { signal: patience.signal })])
  } finally {
    patience.abort()
  }
}

type Cluster = { count: number; red: number; green: number; blue: number }

/** Picks a colour that is both frequent and vivid; never the grey mean of all pixels. */
async function liveliest(picture: Buffer): Promise<string | null> {
  const clusters = new Map<number, Cluster>()
  const pixels = await pixelsOf(picture)
  for (let at = 0; at < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    if (chroma(red, green, blue) < GREY) continue
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const cluster = clusters.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    clusters.set(key, cluster)
    cluster.count++
    cluster.red += red
    cluster.green += green
    cluster.blue += blue
  }
  const means = [...clusters.values()].map(({ count, ...sums }) => ({
    count,
    colour: [sums.red, sums.green, sums.blue].map((sum) => Math.round(sum / count)) as [
      number,
      number,
      number,
    ],
  }))
  // A spot of a few pixels does not count as a colour of the cover.
  const large = means.filter(({ count }) => count >= (EDGE * EDGE) / 100)
  const weight = ({ count, colour }: (typeof means)[number]) => Math.sqrt(count) * chroma(...colour) ** 1.5
  const best = large.toSorted((a, b) => weight(b) - weight(a))[0]
  return best ? `#${best.colour.map((part) => part.toString(16).padStart(2, '0')).join('')}` : null
}

const chroma = (red: number, green: number, blue: number) =>
  Math.max(red, green, blue) - Math.min(red, green, blue)

async function pixelsOf(picture: Buffer): Promise<Buffer> {
  try {
    return await sharp(picture, { limitInputPixels: 4_000_000 })
      .resize(EDGE, EDGE, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
  } catch (error) {
    throw new UpstreamError('broken', 'A picture cannot be read', { cause: error })
  }
}
