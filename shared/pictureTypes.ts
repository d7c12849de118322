/** The types of pictures that people can upload, as file inputs name them. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** Recognizes the type by the content: JPEG, PNG, WebP or AVIF. */
export function isPicture(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const isAvif = () => {
    // A box of brands: the main one, a version, then compatible ones.
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
    const brands = [text(8, 12), ...(text(16, Math.min(length, 256)).match(/.{4}/gs) ?? [])]
    return brands.includes('avif') || brands.includes('avis')
  }
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (bytes.length >= 12 && text(4, 8) === 'ftyp' && isAvif())
  )
}
