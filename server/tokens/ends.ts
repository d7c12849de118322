import type { Deps } from '../core/deps.ts'

/**
 * Calls `end` in every process within a second after tokens have ended: revoked, or with the account. Event streams of a
 * token end then, and when it expires. After a restore all of them end, because their ids can belong to others.
 */
export function observeTokenEnds(
  { bus }: Pick<Deps, 'bus'>,
  end: (isEnded: (tokenId: number) => boolean) => void,
): void {
  bus.observe((_, event) => {
    if (event.type === 'token.revoked') end((tokenId) => event.ended.includes(tokenId))
  })
  bus.onNewEpoch(() => end(() => true))
}
