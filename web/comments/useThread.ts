import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo, useState } from 'react'
import type { Thread } from '../../shared/comments.ts'
import { texts } from '../../shared/texts.ts'
import { useOwnChange } from '../auth/useOwnChange.ts'
import { nextSequence, useLive } from '../lib/live.ts'
import { livePages } from '../lib/livePages.ts'
import { refetchAfter } from '../lib/liveRows.ts'
import { newSubmission } from '../lib/submission.ts'
import { isNotFound, refusalText, trpc } from '../lib/trpc.ts'
import { useLikeActions } from '../likes/likeActions.ts'
import { submit } from '../offline/submit.ts'
import { toast } from '../ui/toast.ts'
import { arrive, beginSending, failSending } from './draft.ts'
import { changeDraft, readDraft } from './drafts.ts'
import {
  applyAdded,
  applyRemoved,
  applyEvent,
  initialState,
  readThread,
  withoutComment,
  type AddResponse,
  type NumberedPage,
} from './threadState.ts'

export function useThreadPages(thread: Thread) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery(
    livePages(getQueryKey(trpc.comments.list, { thread }, 'infinite'), (page, options) =>
      client.comments.list.query({ thread, ...page }, options),
    ),
  )
}

type Pages = {
  thread: Thread
  pages: NumberedPage[]
  refetch: () => Promise<unknown>
  place: string | null
  /** name of the list or of the reviewed album, by which a comment that waits is recognized */
  name: string
}

export function useLiveThread({ thread, pages, refetch, place, name }: Pages) {
  const onOwnChange = useOwnChange()
  const [state, setState] = useLive(trpc.comments.live, {
    input: { thread },
    from: pages[0]!.live,
    initialState,
    applyEvent,
    refetchAfter: (liveState) => refetchAfter(pages, liveState),
    refetch,
    onEvent(event) {
      onOwnChange(event)
      if (place && event.type === 'comment.added')
        changeDraft(place, (draft) => arrive(draft, event.submission))
    },
  })

  const likes = useLikeActions(setState, refetch)
  const send = useSend(
    thread,
    { place, name },
    {
      onAdded: (requestedAt, response) => {
        const at = nextSequence()
        setState((previous) => applyAdded(previous, requestedAt, at, response))
      },
      onGone: () => void refetch(),
    },
  )
  const { remove, removing } = useRemove({
    onRemoved: (requestedAt, id, count) =>
      setState((previous) => applyRemoved(previous, requestedAt, id, count)),
    onMissing: (id) => setState((previous) => withoutComment(previous, id)),
  })

  const { comments, count } = useMemo(() => readThread(pages, state), [pages, state])
  const shownComments = useMemo(() => comments.filter(({ id }) => !removing.has(id)), [comments, removing])
  return {
    comments: shownComments,
    count,
    removing: comments.length - shownComments.length,
    likes,
    send,
    remove,
  }
}

type SendHandlers = {
  onAdded: (requestedAt: number, response: AddResponse) => void
  onGone: () => void
}

/** Sends the text of the box, one comment at a time. The comment is shown immediately, and put back into the box on failure. */
function useSend(
  thread: Thread,
  { place, name }: Pick<Pages, 'place' | 'name'>,
  { onAdded, onGone }: SendHandlers,
) {
  return async () => {
    if (!place || readDraft(place).sending) return
    changeDraft(place, (draft) => beginSending(draft, newSubmission()))
    const outgoing = readDraft(place).sending!
    const requestedAt = nextSequence()
    try {
      const { text, submission } = outgoing
      const answer = await submit('comments.add', { thread, text }, { submission, place: name })
      if (answer) onAdded(requestedAt, answer)
      changeDraft(place, (draft) => arrive(draft, submission))
      toast.success(answer ? texts.comments.added : texts.away.waiting)
    } catch (error) {
      const stands = readDraft(place).sending !== outgoing
      changeDraft(place, (draft) => failSending(draft, outgoing))
      // The event has arrived: only the response was lost.
      if (stands) toast.success(texts.comments.added)
      else toast.error(refusalText(error, texts.comments.addFailed))
      if (isNotFound(error)) onGone()
    }
  }
}

type RemoveHandlers = {
  onRemoved: (requestedAt: number, id: number, count: number) => void
  /** called if somebody else removed the comment first */
  onMissing: (id: number) => void
}

function useRemove({ onRemoved, onMissing }: RemoveHandlers) {
  const { client } = trpc.useUtils()
  const [removing, setRemoving] = useState<ReadonlySet<number>>(new Set())
  const remove = async (id: number, isOwn: boolean) => {
    const requestedAt = nextSequence()
    setRemoving((previous) => new Set(previous).add(id))
    try {
      const { count } = await client.comments.remove.mutate({ id })
      onRemoved(requestedAt, id, count)
      toast.success(isOwn ? texts.comments.deleted : texts.comments.othersDeleted)
    } catch (error) {
      if (isNotFound(error)) onMissing(id)
      toast.error(refusalText(error, texts.comments.deleteFailed))
    }
    setRemoving((previous) => new Set([...previous].filter((other) => other !== id)))
  }
  return { remove, removing }
}
