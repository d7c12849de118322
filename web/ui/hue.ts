/** A number below `count` that is always the same for the same text. */
export function hueOf(text: string, count: number): number {
  let hash = 7
  for (const sign of text) hash = (hash * 31 + sign.codePointAt(0)!) >>> 0
  // The low bits of such a sum follow the last letters alone.
  return ((hash ^ (hash >>> 11) ^ (hash >>> 19)) >>> 0) % count
}
