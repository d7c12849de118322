import type { SeenReview } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { trpc } from '../lib/trpc.ts'
import { sendLike, type LikeStory } from '../likes/likeStory.ts'
import { toast } from '../ui/toast.ts'

/** Likes a review or takes the like back; `story` shows it. */
export function useLike(review: SeenReview, story: LikeStory): (liked: boolean) => void {
  const { viewer } = useViewer()
  // One after the other: the last wish is the one that stays.
  const { mutateAsync } = trpc.logs.like.useMutation({ scope: { id: `like ${review.id}` } })

  const like = async (liked: boolean) => {
    const granted = await sendLike(review, liked, story, mutateAsync)
    if (granted) toast.success(liked ? texts.logs.liked : texts.logs.unliked)
  }
  return (liked) => {
    if (viewer) void like(liked)
    else toast.error(texts.logs.signInToLike)
  }
}
