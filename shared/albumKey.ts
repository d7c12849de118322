import type { AlbumRef } from './catalog.ts'

const nothingButSigns = /^[^\p{L}\p{N}\p{M}]*$/u

/**
 * One half of an album's identity: NFKC, lower-cased without a locale. Runs of anything but letters, digits and combining marks
 * are replaced by one underscore; outer underscores are trimmed. A name that consists only of symbols ('!!!', '( )') becomes
 * its code points behind a dot. No other key contains a dot, so such names do not collide.
 */
export function nameKey(name: string): string {
  const text = name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
  if (nothingButSigns.test(text)) {
    return '.' + Array.from(text, (sign) => sign.codePointAt(0)!.toString(16)).join('.')
  }
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, '_').replace(/^_+|_+$/g, '')
}

export const albumKey = ({ artist, album }: AlbumRef): string => `${nameKey(artist)}-${nameKey(album)}`
