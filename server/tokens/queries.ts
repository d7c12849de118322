import type { OwnToken, TokenScope } from '../../shared/tokens.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'

/** Returns the newest first; expired tokens are among them until they are deleted. */
export async function listTokens(
  { db }: Pick<Deps, 'db'>,
  { id: userId }: SignedIn,
): Promise<{ tokens: OwnToken[] }> {
  const rows = await db.token.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    omit: { userId: true, tokenHash: true, networks: true },
  })
  const tokens = rows.map(({ scopes, createdAt, expiresAt, lastUsedAt, ...rest }) => ({
    ...rest,
    scopes: JSON.parse(scopes) as TokenScope[],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
  return { tokens }
}
