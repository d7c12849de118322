import { texts } from '../../shared/texts.ts'
import { refusalText } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import { grantLike, refuseLike, wishLike, type Likeable, type Likes, type Said } from './likeState.ts'

/** Who shows things is told what becomes of a like: wished (answers the wish's number), then granted or refused. */
export type LikeStory = {
  wish: (thing: Likeable & Said, liked: boolean) => number
  grant: (id: number, wish: number, answer: Said) => void
  refuse: (id: number, wish: number) => void
}

type Teller = {
  /** the next number of the page's counter */
  number: () => number
  /** changes what is known of likes */
  tell: (change: (before: Likes) => Likes) => void
  /** reads anew: a call that was cut off may have arrived all the same */
  onRefused: () => void
}

/** The story of the likes of a page that hears live events. */
export const makeLikeStory = ({ number, tell, onRefused }: Teller): LikeStory => ({
  wish(thing, liked) {
    const at = number()
    tell((before) => wishLike(before, at, thing, liked))
    return at
  },
  grant(id, wish, answer) {
    const at = number()
    tell((before) => grantLike(before, at, id, wish, answer))
  },
  refuse(id, wish) {
    tell((before) => refuseLike(before, id, wish))
    onRefused()
  },
})

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
