import { z } from 'zod'
import { limits } from './limits.ts'
import { rowId } from './page.ts'
import { proofInput } from './passkeys.ts'
import { tokens as texts } from './texts/default/tokens.ts'

const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

const tokenLifetimes = ['days90', 'year', 'never'] as const
export type TokenLifetime = (typeof tokenLifetimes)[number]

export const createTokenInput = proofInput.extend({
  name: z.string().trim().min(1, texts.nameRequired).max(limits.tokenName, texts.nameLong),
  scopes: z.array(z.enum(tokenScopes)).min(1, texts.scopeRequired).max(tokenScopes.length),
  expires: z.enum(tokenLifetimes),
})
export type CreateTokenInput = z.infer<typeof createTokenInput>

export const revokeTokenInput = z.object({ id: rowId })

export type OwnToken = {
  id: number
  name: string
  scopes: TokenScope[]
  lastFour: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}
