import { Bell } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { thingPath, wayPaths } from '../../shared/notificationPath.ts'
import type { NotificationGroup, NotificationKind } from '../../shared/notifications.ts'
import { sayNotification } from '../../shared/notificationText.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { MuteThread } from '../comments/MuteThread.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

export function Row({ group, isUnread }: { group: NotificationGroup; isUnread: boolean }) {
  const { people, thing, at, thread, kind } = group
  const wayPath = wayPaths[kind]
  return (
    <li
      tabIndex={-1}
      className="relative flex gap-3 border-b border-line py-4 outline-none first:border-t-0 last:border-b-0"
    >
      <span
        aria-hidden="true"
        className={classes('mt-4 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')}
      />
      <Faces people={people} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {isUnread && <span className="sr-only">{texts.notifications.unread} </span>}
          <Sentence group={group} />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <RelativeTime iso={at} />
          {wayPath && (
            <Link href={wayPath} className={classes('tap text-ink', linkLook)}>
              {wayTexts[kind]}
            </Link>
          )}
          {thread && kind === 'thread' && <MuteThread thread={thread} />}
        </p>
      </div>
      {thing?.type === 'review' && (
        <Link href={thingPath(thing)} aria-hidden="true" tabIndex={-1} className="h-fit shrink-0">
          <Cover album={thing.album} size="xs" />
        </Link>
      )}
    </li>
  )
}

/** One avatar takes the width of two overlapping ones, so that the sentences align. */
function Faces({ people: [first, second] }: Pick<NotificationGroup, 'people'>) {
  return (
    <span aria-hidden="true" className="relative size-11 shrink-0">
      {!first && (
        <span className="flex size-10 items-center justify-center rounded-full bg-sunken">
          <Bell size={18} />
        </span>
      )}
      {second && (
        <Avatar
          nickname={second.nickname}
          src={second.avatar}
          size="xs"
          className="absolute right-0 bottom-0"
        />
      )}
      {first && (
        <Avatar
          nickname={first.nickname}
          src={first.avatar}
          size={second ? 'xs' : 'md'}
          className={classes(second && 'absolute top-0 left-0 ring-2 ring-page')}
        />
      )}
    </span>
  )
}

export function RowSkeleton() {
  return (
    <div className="flex gap-3 border-b border-line py-4 pl-5 last:border-b-0">
      <Skeleton className="mr-1 size-10 rounded-full" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-3 w-20" />
      </div>
    </div>
  )
}

const wayTexts: Partial<Record<NotificationKind, string>> = {
  followRequest: texts.follows.requests,
  importDone: texts.layout.import,
  report: texts.layout.reports,
}

const linkLook = 'rounded-sleeve font-semibold underline-offset-4 hover:underline'

// Control characters, which no text contains, mark the parts of a sentence that become links.
const [PERSON, THING, END] = ['\u0001', '\u0002', '\u0003']

function Sentence({ group }: { group: NotificationGroup }) {
  const { thing } = group
  const sentence = sayNotification(texts, group, {
    person: (name) => PERSON + name + END,
    thing: (name) => THING + name + END,
  })
  const targets = { [PERSON]: paths.profile, [THING]: () => (thing ? thingPath(thing) : '') }
  const links = new RegExp(`([${PERSON}${THING}][^${END}]*${END})`)
  return sentence.split(links).map((piece, index) => {
    const href = targets[piece[0] ?? '']?.(piece.slice(1, -1))
    if (!href) return <Fragment key={index}>{piece}</Fragment>
    return (
      <Link key={index} href={href} className={linkLook}>
        {piece.slice(1, -1)}
      </Link>
    )
  })
}
