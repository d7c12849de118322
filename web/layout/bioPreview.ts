import { limits } from '../../shared/limits.ts'

/** Returns the first `limits.bioPreview` characters of a bio; never splits a character. */
export function bioPreview(bio: string): string {
  const signs = Array.from(bio)
  return signs.length > limits.bioPreview ? `${signs.slice(0, limits.bioPreview).join('').trimEnd()}…` : bio
}
