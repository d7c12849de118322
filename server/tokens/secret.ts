import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'plak_'
/** 43 characters of 62 are 256 bits. */
const SECRET = 43
const CHECKSUM = 6
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${SECRET}})([0-9A-Za-z]{${CHECKSUM}})$`)

/** Returns the CRC-32 of the secret in base 62. */
function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (; rest > 0; rest = Math.floor(rest / ALPHABET.length))
    digits = ALPHABET[rest % ALPHABET.length]! + digits
  return digits.padStart(CHECKSUM, ALPHABET[0])
}

export function newAccessToken(): string {
  const secret = Array.from({ length: SECRET }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return PREFIX + secret + checksumOf(secret)
}

/** Detects most typing errors and invented tokens without a look into the database. */
export function isAccessToken(text: string): boolean {
  const [, secret, checksum] = SHAPE.exec(text) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}
