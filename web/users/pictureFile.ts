import { avatarPixels, pictureLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { isPicture } from '../../shared/pictureTypes.ts'
import { texts } from '../texts/pictures.ts'
import { edgeOf, frameOf, type Crop } from './crop.ts'

/** longest edge of what is uploaded, in pixels: the server scales it down better than a canvas */
const LONGEST = 1024
const QUALITY = 0.95
/** in milliseconds */
const PATIENCE = 60_000

/** The error is a text for the user. */
type Failed = { error: string }

/** Decodes a chosen file, or says what is wrong with it in the words of the server. */
export async function openPicture(file: File): Promise<HTMLImageElement | Failed> {
  if (file.size > pictureLimits.upload) return { error: texts.pictures.atMost }
  const unreadable = { error: texts.pictures.unreadable }
  try {
    const head = new Uint8Array(await file.slice(0, 256).arrayBuffer())
    if (!isPicture(head)) return { error: texts.pictures.readable }
    const image = new Image()
    image.src = await readAddress(file)
    await image.decode()
    return image.naturalWidth * image.naturalHeight > avatarPixels ? unreadable : image
  } catch {
    return unreadable
  }
}

/** Returns a `data:` address: our policy for pictures does not allow `blob:`. */
const readAddress = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })

/** Draws the chosen square upright, without metadata, and never larger than it is. */
async function drawCrop(image: HTMLImageElement, crop: Crop): Promise<Blob | null> {
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [edge, { left, top }] = [edgeOf(crop, size), frameOf(crop, size)]
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(LONGEST, Math.round(edge)))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  const { width } = canvas
  context.drawImage(image, left * size.width, top * size.height, edge, edge, 0, 0, width, width)
  // Safari encodes PNG instead.
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
}

/** Uploads the chosen square; returns the address of the stored picture. */
export async function sendPicture(image: HTMLImageElement, crop: Crop): Promise<{ avatar: string } | Failed> {
  const body = await drawCrop(image, crop)
  if (!body) return { error: texts.pictures.unreadable }
  try {
    const answer = await fetch(paths.avatarFile(), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
      signal: AbortSignal.timeout(PATIENCE),
    })
    const { avatar, error } = (await answer.json()) as { avatar?: unknown; error?: unknown }
    if (typeof avatar === 'string') return { avatar }
    return { error: typeof error === 'string' ? error : texts.pictures.uploadFailed }
  } catch {
    return { error: texts.pictures.uploadFailed }
  }
}
