import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { mayRemoveComment } from '../../shared/commentRemoval.ts'
import type { SeenComment, Thread as ThreadName } from '../../shared/comments.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { errorText, isNotFound } from '../lib/trpc.ts'
import { useWaiting } from '../offline/waitingList.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { InlineError } from '../ui/EmptyState.tsx'
import { fullCount } from '../ui/numbers.ts'
import { useAnnouncement } from '../ui/useAnnouncement.ts'
import { CommentItem, PendingComment } from './CommentItem.tsx'
import { Composer } from './Composer.tsx'
import { draftPlace } from './draft.ts'
import { useSending } from './drafts.ts'
import { MuteThread } from './MuteThread.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { arrivals, type NumberedPage } from './threadState.ts'
import { useEarlier } from './useEarlier.ts'
import { useSteadyPlace } from './useSteadyPlace.ts'
import { useLiveThread, useThreadPages } from './useThread.ts'

type ThreadProps = {
  thread: ThreadName
  /** name of the list or of the reviewed album */
  name: string
  /** true if the list or review is the viewer's: they can delete any comment */
  moderates: boolean
  onCount?: (count: number) => void
}

export function Thread(props: ThreadProps) {
  const { thread } = props
  const query = useThreadPages(thread)
  // If the list or review was deleted, its thread is not shown, even if it was loaded.
  if (isNotFound(query.error)) {
    return (
      <Frame thread={thread}>
        <p role="status" className="text-muted">
          {errorText(query.error)}
        </p>
      </Frame>
    )
  }
  if (query.data)
    return <LiveThread key={JSON.stringify(thread)} {...props} query={query} pages={query.data.pages} />
  return (
    <Frame thread={thread}>
      {query.isError ? <InlineError {...failureOf(query)} className="mb-3" /> : <ThreadSkeleton />}
    </Frame>
  )
}

/** The thread of a list is a section with a heading; that of a review has a button with the same text instead. */
function Frame({ thread, count, children }: { thread: ThreadName; count?: number; children: ReactNode }) {
  if ('review' in thread) {
    return (
      <section aria-label={texts.comments.title} className="max-w-reading">
        {children}
      </section>
    )
  }
  return (
    <section className="max-w-reading">
      <h2 className="heading mb-5 text-xl">
        {texts.comments.title}
        {count !== undefined && count > 0 && (
          <span className="font-normal text-muted"> {fullCount(count)}</span>
        )}
      </h2>
      {children}
    </section>
  )
}

/** Comments of the viewer that wait on the device. */
const useWaitingComments = (thread: ThreadName) =>
  useWaiting().flatMap(({ procedure, input, submission, state }) =>
    procedure === 'comments.add' &&
    state === 'waiting' &&
    JSON.stringify(input.thread) === JSON.stringify(thread)
      ? { submission, text: input.text }
      : [],
  )

type LiveThreadProps = ThreadProps & { query: ReturnType<typeof useThreadPages>; pages: NumberedPage[] }

function LiveThread({ thread, name, moderates, onCount, query, pages }: LiveThreadProps) {
  const { viewer } = useViewer()
  const nickname = viewer?.nickname
  const place = nickname === undefined ? null : draftPlace(nickname, thread)
  const sending = useSending(place)
  const { comments, count, likes, send, remove, removing } = useLiveThread({
    thread,
    pages,
    refetch: query.refetch,
    place,
    name,
  })
  const waiting = useWaitingComments(thread)
  const hold = useSteadyPlace()
  const { list, showEarlier } = useEarlier(query, hold)
  const box = useRef<HTMLTextAreaElement>(null)
  const [commentToDelete, setCommentToDelete] = useState<SeenComment | null>(null)
  const announcement = useAnnouncement(comments, {
    arrivals: (previous, current) =>
      arrivals(previous, current).filter(({ user }) => user.nickname !== nickname),
    one: ({ user, text }) => texts.comments.said(user.nickname, text),
    many: texts.comments.arrived,
  })

  // Before the browser paints: a later change of the count would move the content below it.
  useLayoutEffect(() => onCount?.(count), [count, onCount])

  const confirmDelete = () => {
    const index = comments.findIndex(({ id }) => id === commentToDelete!.id)
    flushSync(() => {
      setCommentToDelete(null)
      void remove(commentToDelete!.id, commentToDelete!.user.nickname === nickname)
    })
    // The clicked button is removed with its comment: focus the comment that takes its place.
    const next = list.current!.children[index] ?? list.current!.lastElementChild ?? box.current
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  const isEmpty = comments.length + waiting.length === 0 && !sending && !query.hasNextPage
  return (
    <Frame thread={thread} count={count + (sending ? 1 : 0) + waiting.length - removing}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {query.isError ? (
        <InlineError
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={query.isFetchNextPageError ? showEarlier : () => void query.refetch()}
          className="mb-3"
        />
      ) : (
        query.hasNextPage && (
          <Button
            variant="plain"
            busy={query.isFetchingNextPage}
            onClick={showEarlier}
            className="mb-3 -ml-5"
          >
            {texts.comments.earlier}
          </Button>
        )
      )}
      {isEmpty && <p className="py-2 text-muted">{texts.comments.none}</p>}
      <ol ref={list} aria-label={texts.comments.title} className="space-y-5">
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            likes={likes}
            onDelete={
              mayRemoveComment({ isAuthor: comment.user.nickname === nickname, isOwner: moderates })
                ? setCommentToDelete
                : undefined
            }
          />
        ))}
        {viewer &&
          waiting.map(({ submission, text }) => (
            <PendingComment key={submission} user={viewer} text={text} state={texts.away.waiting} />
          ))}
        {viewer && sending && (
          <PendingComment user={viewer} text={sending.text} state={texts.comments.sending} />
        )}
      </ol>
      <Composer place={place} thread={thread} box={box} onSend={send} onWriting={hold} />
      {viewer && !isEmpty && <MuteThread thread={thread} className="mt-3" />}
      <ConfirmDialog
        open={commentToDelete !== null}
        onOpenChange={() => setCommentToDelete(null)}
        title={texts.comments.deleteTitle}
        text={texts.comments.deletes}
        verb={texts.delete}
        onConfirm={confirmDelete}
      />
    </Frame>
  )
}
