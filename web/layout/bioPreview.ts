import { limits } from '../../shared/limits.ts'

/** Never splits a character. */
export function bioPreview(bio: string): string {
  const signs = Array.from(bio)
  return signs.length > limits.bioPreview ? `${signs.slice(0, limits.bioPreview).join('').trimEnd()}…` : bio
}
