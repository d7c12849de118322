import { useMemo, type Dispatch, type SetStateAction } from 'react'
import { texts } from '../../shared/texts.ts'
import { nextSequence } from '../lib/live.ts'
import { refusalText } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import {
  confirmLike,
  requestLike,
  rollBackLike,
  type Likeable,
  type Likes,
  type LikeStatus,
} from './likeState.ts'

/** Optimistic update of a like: requested (returns the request's number), then confirmed or rolled back. */
export type LikeActions = {
  request: (thing: Likeable & LikeStatus, liked: boolean) => number
  confirm: (id: number, request: number, status: LikeStatus) => void
  rollBack: (id: number, request: number) => void
}

/** Stable while both parameters are. */
export function useLikeActions<State extends { likes: Likes }>(
  setState: Dispatch<SetStateAction<State>>,
  refetch: () => Promise<unknown>,
): LikeActions {
  return useMemo(() => {
    const update = (change: (previous: Likes) => Likes) =>
      setState((previous) => ({ ...previous, likes: change(previous.likes) }))
    return {
      request(thing, liked) {
        const at = nextSequence()
        update((previous) => requestLike(previous, at, thing, liked))
        return at
      },
      confirm(id, request, status) {
        const at = nextSequence()
        update((previous) => confirmLike(previous, at, id, request, status))
      },
      rollBack(id, request) {
        update((previous) => rollBackLike(previous, id, request))
        // A request that failed on the network may still have reached the server.
        void refetch()
      },
    }
  }, [setState, refetch])
}

type Send = (like: { id: number; liked: boolean }) => Promise<LikeStatus>

/** Returns false on failure, after a toast with the reason. */
export async function sendLike(
  thing: Likeable & LikeStatus,
  liked: boolean,
  actions: LikeActions,
  send: Send,
): Promise<boolean> {
  const { id } = thing
  const request = actions.request(thing, liked)
  try {
    actions.confirm(id, request, await send({ id, liked }))
    return true
  } catch (error) {
    actions.rollBack(id, request)
    toast.error(refusalText(error, texts.error))
    return false
  }
}
