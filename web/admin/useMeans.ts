import { useHasPasskeys } from '../auth/passkeys.ts'
import type { Means } from '../auth/ProofButtons.tsx'
import { trpc } from '../lib/trpc.ts'

/** Returns the ways in which the viewer can prove themselves; `means` is null until they are known. */
export function useMeans() {
  const means = trpc.auth.means.useQuery(undefined, { staleTime: 0 })
  const passkeys = trpc.passkeys.mine.useQuery(undefined, { staleTime: 0 })
  const isPossible = useHasPasskeys()
  const known: Means | null =
    means.data && passkeys.data
      ? {
          hasPassword: means.data.password,
          hasPasskeys: isPossible && passkeys.data.passkeys.length > 0,
          isFresh: means.data.fresh,
        }
      : null
  return { means: known, failedQuery: [means, passkeys].find(({ isError }) => isError) }
}
