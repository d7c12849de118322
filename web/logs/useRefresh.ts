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
  return { refreshHeart, refreshLog }
}
