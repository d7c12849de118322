import { Bell } from 'lucide-react'
import { createElement } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { unreadCount, useUnread } from '../lib/unread.ts'
import { useLoaded } from '../lib/useLoaded.ts'

const load = () => import('../notifications/LiveNotifications.tsx')

export function NotificationsLink({ nickname }: { nickname: string }) {
  const unread = useUnread()
  const loaded = useLoaded(load, true)
  const count = unreadCount(unread)
  return (
    <Link
      href={paths.notifications()}
      aria-label={unread > 0 ? texts.notifications.unreadOf(count) : texts.notifications.title}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
    >
      <Bell aria-hidden="true" size={22} />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 rounded-full bg-accent px-1.5 text-xs font-bold text-on-accent"
        >
          {count}
        </span>
      )}
      {loaded && createElement(loaded, { key: nickname })}
    </Link>
  )
}
