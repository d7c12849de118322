import { bulkhead } from 'cockatiel'
import sharp, { type Metadata } from 'sharp'
import { pictureLimits } from '../../shared/limits.ts'
import { coverWidths } from '../../shared/pictures.ts'
import { isPicture } from '../../shared/pictureTypes.ts'
import { invalid, type DomainError } from '../lib/errors.ts'

/** A picture of the largest size takes 200 MB while it is decoded. */
const room = bulkhead(1, 50)
/** in seconds */
const LONGEST = 20
const QUALITY = 82

export type PictureFile = { width: number; data: Buffer }

/** A kind of pictures: the widths of its files, what is accepted, and the errors about the rest. */
export type PictureRules = {
  widths: readonly number[]
  limits: { pixels: number; shortestEdge: number; longestEdge: number }
  refusal: (problem: 'type' | 'tooLarge' | 'tooManyPixels' | 'unreadable', cause?: unknown) => DomainError
}

export const coverRules: PictureRules = {
  widths: coverWidths,
  limits: pictureLimits,
  refusal: (problem, cause) => invalid(`pictures.${problem}`, 'cover', cause),
}

/**
 * Decodes a picture and encodes it again as square WebP files, the smallest first; a smaller picture is not enlarged. Keeps
 * nothing else of the original: no metadata, no colour profile, of an animation only the first picture.
 * @throws the errors of the rules; BulkheadRejectedError
 */
export async function encodePicture(bytes: Buffer, rules: PictureRules): Promise<PictureFile[]> {
  // Only these types reach the decoder: libvips reads others, such as SVG and PDF.
  if (!isPicture(bytes)) throw rules.refusal('type')
  return await room.execute(() => encode(bytes, rules))
}

async function encode(bytes: Buffer, { widths, limits, refusal }: PictureRules): Promise<PictureFile[]> {
  const { width, height } = await readSize(bytes).catch((error: unknown) => {
    throw refusal('unreadable', error)
  })
  if (Math.max(width, height) > limits.longestEdge || width * height > limits.pixels)
    throw refusal('tooManyPixels')
  const shortEdge = Math.min(width, height)
  if (shortEdge < limits.shortestEdge) throw refusal('unreadable')
  const edges = widths.map((each) => Math.min(each, shortEdge))
  const largest = Math.max(...edges)
  const options = { limitInputPixels: limits.pixels, failOn: 'error' } as const
  try {
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: LONGEST })
      .autoOrient()
      .resize(largest, largest, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files: PictureFile[] = []
    for (const [index, edge] of edges.entries()) {
      const file = await sharp(data, { raw }).resize(edge, edge).webp({ quality: QUALITY }).toBuffer()
      files.push({ width: widths[index]!, data: file })
    }
    return files
  } catch (error) {
    throw refusal('unreadable', error)
  }
}

/** Reads the header only, so that the pixels of a decompression bomb are never decoded. */
async function readSize(bytes: Buffer): Promise<Pick<Metadata, 'width' | 'height'>> {
  const { width, height, pageHeight } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { width, height: pageHeight ?? height }
}
