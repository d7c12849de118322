import type { SeenReview } from '../../shared/logs.ts'
import { messages } from '../../shared/messages.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, trpc } from '../trpc.ts'
import { toast } from '../ui/toast.tsx'

/** Who shows reviews is told what becomes of a like: wished (answers the wish's number), then granted or refused. */
export type LikeStory = {
  wish: (review: SeenReview, liked: boolean) => number
  grant: (id: number, wish: number, answer: { liked: boolean; likeCount: number }) => void
  refuse: (id: number, wish: number) => void
}

/** Likes a review or takes the like back; `story` shows it. */
export function useLike(review: SeenReview, story: LikeStory): (liked: boolean) => void {
  const { viewer } = useViewer()
  const { id } = review
  // One after the other: the last wish is the one that stays.
  const { mutateAsync } = trpc.logs.like.useMutation({ scope: { id: `like ${id}` } })

  const like = async (liked: boolean) => {
    const wish = story.wish(review, liked)
    try {
      story.grant(id, wish, await mutateAsync({ id, liked }))
      toast.success(liked ? messages.logs.liked : messages.logs.unliked)
    } catch (error) {
      story.refuse(id, wish)
      const text = errorText(error)
      // The words that likes have for every failure without an answer.
      toast.error(text === messages.offline ? messages.error : text)
    }
  }
  return (liked) => {
    if (viewer) void like(liked)
    else toast.error(messages.logs.signInToLike)
  }
}
