import { z } from 'zod'
import { registerInput } from './auth.ts'

/**
 * Next thing that the setup needs: a setup link, the account of the first administrator, or the settings that follow it. For
 * everybody else, `setup.state` does not exist.
 */
export type SetupState = { next: 'link' | 'account' | 'settings' }

const token = z.string().max(200)

/** Without a token, the setup says which one it needs. */
export const setupStateInput = z.object({ token: token.optional() })

export const firstAccountInput = registerInput.safeExtend({ token })
export type FirstAccountInput = z.infer<typeof firstAccountInput>
