import { createHash } from 'node:crypto'

/** Returns an identifier that is always the same for a kind of entity and a key. */
export function mbidOf(kind: string, key: string): string {
  const hex = createHash('sha256').update(`${kind}:${key}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isMbid = (text: string): boolean => uuid.test(text)
