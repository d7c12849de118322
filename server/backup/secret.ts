import { hkdfSync } from 'node:crypto'

const BYTES = 8

/** What stands for a secret where it must not stand itself: equal for the same secret, and of no use to find it. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'plak: fingerprint', BYTES)).toString('hex')
