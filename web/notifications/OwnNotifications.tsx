import { useEffect, useMemo, useRef, useState } from 'react'
import type { NotificationPage } from '../../shared/notifications.ts'
import { sayNotification } from '../../shared/notificationText.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Record } from '../ui/Record.tsx'
import { toast } from '../ui/toast.ts'
import { useAnnouncement } from '../ui/useAnnouncement.ts'
import { useHeldBack } from '../ui/useHeldBack.ts'
import { arrivals, hold, isReading, part, rowsOf } from './held.ts'
import { Row, RowSkeleton } from './Row.tsx'

type OwnNotificationsProps = {
  query: ReturnType<typeof trpc.notifications.list.useInfiniteQuery>
  pages: NotificationPage[]
}

/** Loaded notifications. Opening the page marks them as read on the server; the marks stay visible until the viewer leaves. */
export function OwnNotifications({ query, pages }: OwnNotificationsProps) {
  const utils = trpc.useUtils()
  const { data: readState } = trpc.notifications.unread.useQuery(undefined, { enabled: false })
  const rows = useMemo(() => rowsOf(pages), [pages])
  const [readUpTo, setReadUpTo] = useState(pages[0]!.readUpTo)
  const { shown, waiting, release } = useHeldBack(rows, { isReading, hold, part, pages: pages.length })
  const announcement = useAnnouncement(rows, {
    arrivals,
    one: (group) => sayNotification(texts, group),
    many: texts.notifications.waiting,
  })
  const list = useRef<HTMLUListElement>(null)
  const markRead = trpc.notifications.markRead.useMutation({
    // Its answer can come after the event of a newer notification.
    onSuccess: () => utils.notifications.unread.invalidate(),
    onError: (error) => toast.error(errorText(error)),
  })

  const [newest] = useState(rows[0]?.position ?? 0)
  const { mutate, isError } = markRead
  useEffect(() => {
    if (newest > 0) mutate({ upTo: newest })
  }, [newest, mutate])

  // The clicked button disappears: keyboard users continue at the newest row.
  const focusNewest = () => list.current?.querySelector('li')?.focus({ preventScroll: true })
  const showNew = () => {
    release()
    window.scrollTo(0, 0)
    focusNewest()
  }
  const markAll = () => {
    const upTo = readState?.newest ?? newest
    const onSuccess = () => {
      setReadUpTo(upTo)
      focusNewest()
    }
    markRead.mutate({ upTo }, { onSuccess })
  }
  // The initial rows are already being marked: a button that appears briefly would move the list.
  const canMark = readState !== undefined && readState.unread > 0 && (readState.newest > newest || isError)

  return (
    <div className="mt-4 sm:mt-6 lg:mt-0">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {(canMark || waiting.length > 0) && (
        <div className="sticky top-16 z-10 flex flex-wrap items-center justify-between gap-3 bg-page py-2">
          {canMark && (
            <Button onClick={markAll} busy={markRead.isPending}>
              {texts.notifications.markAll}
            </Button>
          )}
          {waiting.length > 0 && (
            <Button variant="primary" onClick={showNew}>
              {texts.notifications.waiting(waiting.length)}
            </Button>
          )}
        </div>
      )}
      {shown.length > 0 && (
        <ul ref={list} aria-label={texts.notifications.title}>
          {shown.map((group) => (
            <Row key={group.id} group={group} isUnread={group.position > readUpTo} />
          ))}
        </ul>
      )}
      {rows.length === 0 && !query.hasNextPage && (
        <EmptyState
          icon={<Record className="size-24" />}
          text={texts.notifications.none}
          detail={texts.notifications.noneHint}
        />
      )}
      {query.hasNextPage && <EndlessEnd query={query} skeleton={<RowSkeleton />} />}
    </div>
  )
}
