import { trpc } from '../lib/trpc.ts'

/** Refetches what shows a person's own logs and hearts; those of an album that is not on the screen, when it is next. */
export function useRefresh(nickname: string) {
  const utils = trpc.useUtils()
  // What a person has just touched on a tab of their profile does not vanish under their finger.
  const later = { refetchType: 'none' } as const

  const refreshHeart = () => {
    void utils.logs.mine.invalidate()
    void utils.users.profile.invalidate({ nickname })
    void utils.favorites.of.invalidate({ nickname }, later)
  }
  const refreshLog = () => {
    void utils.logs.mine.invalidate()
    void utils.logs.listens.invalidate()
    void utils.logs.ratings.invalidate()
    void utils.logs.reviews.invalidate()
    void utils.logs.stats.invalidate()
    void utils.lists.progress.invalidate()
    void utils.tags.invalidate()
    void utils.users.profile.invalidate({ nickname })
    void utils.logs.listened.invalidate({ nickname }, later)
    void utils.logs.diary.invalidate({ nickname }, later)
    void utils.logs.reviewsBy.invalidate({ nickname }, later)
  }
  /** A block, or a follow that was accepted, shows more or less of other people. */
  const refreshPeople = () => {
    // While a follow is under way, this would take back what it shows; it fetches the profile by itself (useFollow).
    if (utils.follows.set.isMutating() === 0) void utils.users.profile.invalidate()
    void utils.favorites.of.invalidate()
    void utils.logs.listened.invalidate()
    void utils.logs.diary.invalidate()
    void utils.logs.reviewsBy.invalidate()
    void utils.lists.of.invalidate()
  }
  return { refreshHeart, refreshLog, refreshPeople }
}
