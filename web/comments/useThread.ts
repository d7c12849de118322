import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo, useState } from 'react'
import type { Thread } from '../../shared/comments.ts'
import { texts } from '../../shared/texts.ts'
import { useOwnChange } from '../auth/useOwnChange.ts'
import { lastMoment, liveQuery, nextMoment, useLive } from '../lib/live.ts'
import { newSubmission } from '../lib/submission.ts'
import { isNotFound, refusalText, trpc } from '../lib/trpc.ts'
import { useLikeStory } from '../likes/likeStory.ts'
import { toast } from '../ui/toast.ts'
import { arrive, beginSending, failSending } from './draft.ts'
import { changeDraft, readDraft } from './drafts.ts'
import {
  answerAdded,
  answerRemoved,
  hear,
  isOutdated,
  nothingHeard,
  readThread,
  withRemoved,
  type Answer,
  type NumberedPage,
} from './threadState.ts'

/** Who has waited for so long gets their text back, and may try again. */
const PATIENCE = 20_000

/** The pages of a thread, the end of the talk first. */
export function useThreadPages(thread: Thread) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.comments.list, { thread }, 'infinite'),
    queryFn: async ({ pageParam, signal }): Promise<NumberedPage> => {
      const asked = lastMoment()
      return { ...(await client.comments.list.query({ thread, cursor: pageParam }, { signal })), asked }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...liveQuery,
  })
}

type Pages = {
  thread: Thread
  pages: NumberedPage[]
  refetch: () => Promise<unknown>
  /** where the viewer's draft lies; null for a visitor */
  place: string | null
}

/** The thread as it is at this moment, and what the viewer can do in it. */
export function useLiveThread({ thread, pages, refetch, place }: Pages) {
  const onOwnChange = useOwnChange()
  const [heard, setHeard] = useLive(trpc.comments.live, {
    input: { thread },
    from: pages[0]!.live,
    nothing: nothingHeard,
    hear,
    gap: (known) => (isOutdated(pages, known) ? known.reset : 0),
    refetch,
    onEvent(event) {
      onOwnChange(event)
      if (place && event.type === 'comment.added')
        changeDraft(place, (draft) => arrive(draft, event.submission))
    },
  })

  const likes = useLikeStory(setHeard, refetch)
  const send = useSend(thread, place, {
    onAdded: (sent, answer) => {
      const at = nextMoment()
      setHeard((now) => answerAdded(now, sent, at, answer))
    },
    onGone: () => void refetch(),
  })
  const { remove, removing } = useRemove({
    onRemoved: (sent, id, count) => setHeard((now) => answerRemoved(now, sent, id, count)),
    onMissing: (id) => setHeard((now) => withRemoved(now, id)),
  })

  const { comments, count } = useMemo(() => readThread(pages, heard), [pages, heard])
  const shown = useMemo(() => comments.filter(({ id }) => !removing.has(id)), [comments, removing])
  return { comments: shown, count, removing: comments.length - shown.length, likes, send, remove }
}

type SendStory = {
  onAdded: (sent: number, answer: Answer) => void
  /** what was talked about is gone */
  onGone: () => void
}

/** Sends what stands in the box: shown at once, back in the box when it fails. One at a time. */
function useSend(thread: Thread, place: string | null, { onAdded, onGone }: SendStory) {
  const { client } = trpc.useUtils()
  return async () => {
    if (!place || readDraft(place).sending) return
    changeDraft(place, (draft) => beginSending(draft, newSubmission()))
    const outgoing = readDraft(place).sending!
    const sent = nextMoment()
    try {
      const signal = AbortSignal.timeout(PATIENCE)
      onAdded(sent, await client.comments.add.mutate({ thread, ...outgoing }, { signal }))
      changeDraft(place, (draft) => arrive(draft, outgoing.submission))
      toast.success(texts.comments.added)
    } catch (error) {
      const stands = readDraft(place).sending !== outgoing
      changeDraft(place, (draft) => failSending(draft, outgoing))
      // Its event came: only the answer was lost.
      if (stands) toast.success(texts.comments.added)
      else toast.error(refusalText(error, texts.comments.addFailed))
      if (isNotFound(error)) onGone()
    }
  }
}

type RemoveStory = {
  onRemoved: (sent: number, id: number, count: number) => void
  /** somebody else was quicker */
  onMissing: (id: number) => void
}

/** Removes a comment: gone at once, back when that fails. */
function useRemove({ onRemoved, onMissing }: RemoveStory) {
  const { client } = trpc.useUtils()
  const [removing, setRemoving] = useState<ReadonlySet<number>>(new Set())
  const remove = async (id: number, isOwn: boolean) => {
    const sent = nextMoment()
    setRemoving((now) => new Set(now).add(id))
    try {
      const { count } = await client.comments.remove.mutate({ id })
      onRemoved(sent, id, count)
      toast.success(isOwn ? texts.comments.deleted : texts.comments.othersDeleted)
    } catch (error) {
      if (isNotFound(error)) onMissing(id)
      toast.error(refusalText(error, texts.comments.deleteFailed))
    }
    setRemoving((now) => new Set([...now].filter((other) => other !== id)))
  }
  return { remove, removing }
}
