import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { PushKey } from '../clients/push/vapid.ts'
import type { Db } from '../lib/db.ts'
import type { Log } from '../lib/http.ts'
import type { Seal } from '../lib/seal.ts'
import type { Settings } from '../lib/settings.ts'

const ID = 1
const OWNER = 'push key'

/** Browsers allow push only over https, and push services refuse to work for a machine that nobody else can reach. */
export function isPushPossible({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): boolean {
  const { protocol, hostname } = new URL(PUBLIC_URL)
  return protocol === 'https:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

type KeyDeps = { db: Db; seal: Seal; log: Log }

/**
 * Returns the key of this installation, which is created at the first start. It is never replaced: all devices would be lost
 * with it. Returns null if there is no push, or if the key of these devices no longer exists or can no longer be opened.
 */
export async function openPushKey(
  settings: Pick<Settings, 'PUBLIC_URL'>,
  { db, seal, log }: KeyDeps,
): Promise<PushKey | null> {
  if (!isPushPossible(settings)) return null
  const { row, isMissing } = await readKeyRow(db)
  if (isMissing) {
    log.warn('The key of push messages no longer exists: nothing is sent to devices')
    return null
  }
  const { privateKey, publicKey } = row ?? (await createKey(db, seal))
  const pem = seal.open(privateKey, OWNER)
  if (pem === null) {
    log.warn('The key of push messages can no longer be opened: nothing is sent to devices')
    return null
  }
  if (!seal.isCurrent(privateKey))
    await db.pushKey.update({ where: { id: ID }, data: { privateKey: seal.seal(pem, OWNER) } })
  return { publicKey: Buffer.from(publicKey).toString('base64url'), privateKey: createPrivateKey(pem) }
}

/** Several processes can start at once: the first one's key counts. */
async function createKey(db: Db, seal: Seal) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  await db.pushKey.createMany({
    data: [
      {
        id: ID,
        publicKey: new Uint8Array(point),
        privateKey: seal.seal(pem, OWNER),
        createdAt: new Date(),
      },
    ],
    skipDuplicates: true,
  })
  return await db.pushKey.findUniqueOrThrow({ where: { id: ID } })
}

/** Without a key there are no devices, unless it was lost. Devices are read first: another process can create a key and add one. */
async function readKeyRow(db: Db) {
  const device = await db.pushDevice.findFirst({ select: { id: true } })
  const row = await db.pushKey.findUnique({ where: { id: ID } })
  return { row, isMissing: row === null && device !== null }
}

/** Returns true if the key of the devices no longer exists or can no longer be opened. */
export async function isKeyLost(db: Db, seal: Seal): Promise<boolean> {
  const { row, isMissing } = await readKeyRow(db)
  return isMissing || (row !== null && seal.open(row.privateKey, OWNER) === null)
}
