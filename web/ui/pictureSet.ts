/** The widths in which the music service has a square picture, and the part of the address that says so. */
const folders = [
  ['64s', 64],
  ['174s', 174],
  ['300x300', 300],
] as const

const sizePart = /\/300x300\/(?=[^/]+$)/

/**
 * The attribute `srcset` for a picture of the music service, so that the browser takes the smallest one that is sharp
 * for its place and the screen; undefined for any other picture, of which there is one size.
 */
export function pictureSet(url: string): string | undefined {
  if (!sizePart.test(url)) return undefined
  return folders.map(([folder, width]) => `${url.replace(sizePart, `/${folder}/`)} ${width}w`).join(', ')
}
