import { limits } from '../../shared/limits.ts'

/** The first signs of a bio, cut between whole characters. */
export function bioPreview(bio: string): string {
  const signs = Array.from(bio)
  return signs.length > limits.bioPreview ? `${signs.slice(0, limits.bioPreview).join('').trimEnd()}…` : bio
}
