import type { OwnPasskeys } from '../../shared/passkeys.ts'
import type { Texts } from '../../shared/texts.ts'
import { deviceOf } from '../auth/userAgent.ts'
import type { Deps } from '../core/deps.ts'
import type { Context, SignedIn } from '../core/trpc.ts'

export async function listPasskeys(
  { db }: Pick<Deps, 'db'>,
  { caller }: Pick<Context, 'caller'>,
  viewer: SignedIn,
  texts: Texts,
): Promise<OwnPasskeys> {
  const rows = await db.passkey.findMany({
    where: { userId: viewer.id },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
  })
  const passkeys = rows.map(({ createdAt, lastUsedAt, ...rest }) => ({
    ...rest,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
  return { passkeys, device: deviceOf(caller.userAgent, texts) }
}
