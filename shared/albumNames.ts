/** How an album is named, as far as it can be read. */
export type Names = { artist: string; title: string }

const DASHED = /^(?<artist>.+?)\s+[-–—]\s+(?<title>.+)$/su
const BY = /^(?<title>.+)\s+by\s+(?<artist>.+)$/isu
/** Words that apps add to the name of an artist. */
const SERVICE = /\s+on\s+(?:spotify|apple music|bandcamp|last\.fm)\.?$/iu

/** Reads 'artist – title' and 'title by artist'. */
export function readNames(words: string): Names | null {
  const { artist, title } = (DASHED.exec(words) ?? BY.exec(words))?.groups ?? {}
  if (artist === undefined || title === undefined) return null
  return { artist: artist.replace(SERVICE, '').trim(), title: title.replace(/,$/u, '').trim() }
}
