import { useMemo, type Dispatch, type SetStateAction } from 'react'
import { texts } from '../../shared/texts.ts'
import { nextMoment } from '../lib/live.ts'
import { refusalText } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import { grantLike, refuseLike, wishLike, type Likeable, type Likes, type Said } from './likeState.ts'

/** Who shows things is told what becomes of a like: wished (answers the wish's number), then granted or refused. */
export type LikeStory = {
  wish: (thing: Likeable & Said, liked: boolean) => number
  grant: (id: number, wish: number, answer: Said) => void
  refuse: (id: number, wish: number) => void
}

/**
 * The story of the likes of a page that hears live events: `setHeard` changes what it has heard, `refetch` reads it anew.
 * The same as long as both are.
 */
export function useLikeStory<Heard extends { likes: Likes }>(
  setHeard: Dispatch<SetStateAction<Heard>>,
  refetch: () => Promise<unknown>,
): LikeStory {
  return useMemo(() => {
    const tell = (change: (before: Likes) => Likes) =>
      setHeard((now) => ({ ...now, likes: change(now.likes) }))
    return {
      wish(thing, liked) {
        const at = nextMoment()
        tell((before) => wishLike(before, at, thing, liked))
        return at
      },
      grant(id, wish, answer) {
        const at = nextMoment()
        tell((before) => grantLike(before, at, id, wish, answer))
      },
      refuse(id, wish) {
        tell((before) => refuseLike(before, id, wish))
        // A call that was cut off may have arrived all the same.
        void refetch()
      },
    }
  }, [setHeard, refetch])
}

type Send = (wish: { id: number; liked: boolean }) => Promise<Said>

/**
 * Likes a thing or takes the like back with `send`; the story shows it at once. Answers whether it was granted; why not,
 * a toast says.
 */
export async function sendLike(
  thing: Likeable & Said,
  liked: boolean,
  story: LikeStory,
  send: Send,
): Promise<boolean> {
  const { id } = thing
  const wish = story.wish(thing, liked)
  try {
    story.grant(id, wish, await send({ id, liked }))
    return true
  } catch (error) {
    story.refuse(id, wish)
    toast.error(refusalText(error, texts.error))
    return false
  }
}
