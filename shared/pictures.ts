const folders = [
  ['64s', 64],
  ['174s', 174],
  ['300x300', 300],
] as const

const sizePart = /\/300x300\/(?=[^/]+$)/

/** Widths of the files of a cover that we serve ourselves; the second is the one of its address. */
export const coverWidths = [96, 300, 600] as const
export const COVER_WIDTH = coverWidths[1]
const ownPicture = new RegExp(`^/pictures/([0-9a-f]{64})/${COVER_WIDTH}\\.webp$`)

/** Address of a picture that we serve; its content never changes. */
export const picturePath = (hash: string, width: number = COVER_WIDTH): string =>
  `/pictures/${hash}/${width}.webp`

/** Returns the hash in the address of a cover that we serve; null for any other picture. */
export const hashOfPicture = (url: string): string | null => ownPicture.exec(url)?.[1] ?? null

/** Widths of the files of a picture that somebody has uploaded of themselves; the second is the one of its address. */
export const avatarWidths = [96, 192, 512] as const
const uploadedAvatar = /^\/pictures\/[0-9a-f]{32}-192\.webp$/

export const avatarPath = (hash: string, width: number = avatarWidths[1]): string =>
  `/pictures/${hash}-${width}.webp`

/** False for the address of a picture elsewhere. */
export const isUploadedAvatar = (avatar: string | null): boolean => uploadedAvatar.test(avatar ?? '')

/** Returns the `srcset` of an uploaded picture; undefined for others, which have one size. */
export const avatarSet = (avatar: string): string | undefined =>
  isUploadedAvatar(avatar)
    ? avatarWidths.map((width) => `${avatar.replace('-192', `-${width}`)} ${width}w`).join(', ')
    : undefined

/**
 * Returns the `srcset` of a picture of the music service, or of our own, so that the browser loads the smallest one that is
 * sharp at its size and pixel density; undefined for other pictures, which have one size.
 */
export function pictureSet(url: string): string | undefined {
  const hash = hashOfPicture(url)
  if (hash !== null) return coverWidths.map((width) => `${picturePath(hash, width)} ${width}w`).join(', ')
  if (!sizePart.test(url)) return undefined
  return folders.map(([folder, width]) => `${urlIn(folder, url)} ${width}w`).join(', ')
}

/** Returns the attributes of a picture that is about 174 pixels wide on every screen: shorter than a set of all widths. */
export const smallPicture = (url: string): { src: string; srcSet?: string } =>
  sizePart.test(url) ? { src: urlIn('174s', url), srcSet: `${url} 2x` } : { src: url }

const urlIn = (folder: string, url: string) => url.replace(sizePart, `/${folder}/`)

export const sleeveSizes = {
  hero: '352px',
  /** in a grid of albums: two columns on a phone, six on a wide page */
  grid: '(width >= 64rem) 174px, (width >= 48rem) 25vw, (width >= 40rem) 33vw, 50vw',
  log: '(width >= 40rem) 176px, 56px',
  top: '(width >= 64rem) 270px, (width >= 40rem) 25vw, 50vw',
} as const
