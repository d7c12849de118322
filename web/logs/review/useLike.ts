import type { SeenReview } from '../../../shared/logs.ts'
import { texts } from '../../../shared/texts.ts'
import { useViewer } from '../../auth/viewer.tsx'
import { trpc } from '../../lib/trpc.ts'
import { sendLike, type LikeActions } from '../../likes/likeActions.ts'
import { toast } from '../../ui/toast.ts'

export function useLike(review: SeenReview, actions: LikeActions): (liked: boolean) => void {
  const { viewer } = useViewer()
  // Requests run one after the other, so that the last one wins.
  const { mutateAsync } = trpc.logs.like.useMutation({ scope: { id: `like ${review.id}` } })

  const like = async (liked: boolean) => {
    const isConfirmed = await sendLike(review, liked, actions, mutateAsync)
    if (isConfirmed) toast.success(liked ? texts.logs.liked : texts.logs.unliked)
  }
  return (liked) => {
    if (viewer) void like(liked)
    else toast.error(texts.logs.signInToLike)
  }
}
