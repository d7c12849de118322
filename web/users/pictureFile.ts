import { avatarPixels, pictureLimits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { isPicture } from '../../shared/pictureTypes.ts'
import { texts } from '../texts/pictures.ts'
import { edgeOf, frameOf, type Crop } from './crop.ts'

/** Its message is for the user. */
export class PictureError extends Error {}

/** longest edge of what is uploaded, in pixels: the server scales it down better than a canvas */
const LONGEST = 1024
const QUALITY = 0.95
/** in milliseconds */
const PATIENCE = 60_000

/** Decodes a chosen file. @throws PictureError with the words that the server would use */
export async function openPicture(file: File): Promise<HTMLImageElement> {
  if (file.size > pictureLimits.upload) throw new PictureError(texts.pictures.atMost)
  const head = await readBytes(file)
  if (!isPicture(head)) throw new PictureError(texts.pictures.readable)
  const image = new Image()
  image.src = await readAddress(file)
  await image.decode().catch(failToRead)
  if (image.naturalWidth * image.naturalHeight > avatarPixels) failToRead()
  return image
}

function failToRead(): never {
  throw new PictureError(texts.pictures.unreadable)
}

const readBytes = async (file: File) =>
  new Uint8Array(await file.slice(0, 256).arrayBuffer().catch(failToRead))

/** Returns a `data:` address: our policy for pictures does not allow `blob:`. */
const readAddress = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new PictureError(texts.pictures.unreadable))
    reader.readAsDataURL(file)
  })

/** Draws the chosen square upright, without metadata, and never larger than it is. */
export async function drawCrop(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [edge, { left, top }] = [edgeOf(crop, size), frameOf(crop, size)]
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(LONGEST, Math.round(edge)))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  const { width } = canvas
  context.drawImage(image, left * size.width, top * size.height, edge, edge, 0, 0, width, width)
  // Safari encodes PNG instead.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
  return blob ?? failToRead()
}

/** Returns the address of the stored picture. @throws PictureError */
export async function sendPicture(picture: Blob): Promise<string> {
  const answer = await fetch(paths.avatarFile(), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: picture,
    signal: AbortSignal.timeout(PATIENCE),
  })
    .then((response) => response.json() as Promise<{ avatar?: unknown; error?: unknown }>)
    .catch(() => null)
  if (typeof answer?.avatar === 'string') return answer.avatar
  throw new PictureError(typeof answer?.error === 'string' ? answer.error : texts.pictures.uploadFailed)
}
