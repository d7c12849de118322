import { trpc } from '../lib/trpc.ts'

/** Queries that are not on the screen refetch when next shown. */
export function useRefresh(nickname: string) {
  const utils = trpc.useUtils()
  // An item that the user has just clicked on a profile tab must not disappear.
  const noRefetch = { refetchType: 'none' } as const

  const refreshHeart = () => {
    void utils.logs.mine.invalidate()
    void utils.users.profile.invalidate({ nickname })
    void utils.users.taste.invalidate()
    void utils.favorites.of.invalidate({ nickname }, noRefetch)
  }
  const refreshLog = () => {
    void utils.logs.mine.invalidate()
    void utils.logs.listens.invalidate()
    void utils.logs.ratings.invalidate()
    void utils.logs.reviews.invalidate()
    void utils.logs.stats.invalidate()
    void utils.lists.progress.invalidate()
    void utils.tags.invalidate()
    void utils.stats.invalidate()
    void utils.users.profile.invalidate({ nickname })
    void utils.users.taste.invalidate()
    void utils.logs.listened.invalidate({ nickname }, noRefetch)
    void utils.logs.diary.invalidate({ nickname }, noRefetch)
    void utils.logs.reviewsBy.invalidate({ nickname }, noRefetch)
  }
  return { refreshHeart, refreshLog }
}
