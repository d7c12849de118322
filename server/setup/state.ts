import type { SetupState } from '../../shared/setup.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { tokenHash } from '../lib/crypto.ts'
import { hasAdmin, isAdmin } from '../users/roles.ts'
import { isFinished, isLinkGood } from './link.ts'

type Asking = { deps: Pick<Deps, 'db'>; viewer: SignedIn | null }

/** Returns null for everybody for whom the setup does not exist. */
export async function readSetupState(
  { deps, viewer }: Asking,
  { token }: { token?: string | undefined },
): Promise<SetupState | null> {
  if (viewer && (await isAdmin(deps.db, viewer)))
    return (await isFinished(deps)) ? null : { next: 'settings' }
  if (token !== undefined) return (await isLinkGood(deps.db, tokenHash(token))) ? { next: 'account' } : null
  return (await hasAdmin(deps.db)) ? null : { next: 'link' }
}
