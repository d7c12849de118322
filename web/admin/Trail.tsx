import type { AdminTrailLine } from '../../shared/admin.ts'
import { numberInDeletedName } from '../../shared/deletedName.ts'
import { isolate } from '../../shared/isolated.ts'
import { failureOf } from '../lib/failureOf.ts'
import { trpc } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { More } from './More.tsx'

export function Trail() {
  const trail = trpc.admin.trail.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0, refetchOnWindowFocus: false },
  )
  const lines = trail.data?.pages.flatMap(({ items }) => items) ?? []
  if (trail.isError && !trail.data) return <ErrorState {...failureOf(trail)} />
  if (trail.isPending) return <RowsSkeleton />
  if (lines.length === 0) return <EmptyState text={texts.admin.noLines} />
  return (
    <>
      <ul aria-label={texts.admin.parts.trail} className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <More query={trail} />
    </>
  )
}

/** Names of deleted accounts are in the viewer's language. */
function nameOf(name: string): string {
  const number = numberInDeletedName(name)
  return number === null ? isolate(name) : texts.admin.deletedAccount(number)
}

/** An account can be called as the command line is. */
function actorOf({ isAccount }: AdminTrailLine, actor: string): string {
  if (actor !== 'operator') return nameOf(actor)
  return isAccount ? isolate(`@${actor}`) : texts.admin.operator
}

/** The names of events and of their details are those of `npm run admin -- audit`. */
function Line({ line }: { line: AdminTrailLine }) {
  const { at, event, times, actor, subject, address, detail } = line
  const words = [
    actor !== null && texts.admin.by(actorOf(line, actor)),
    subject !== null && subject !== actor && texts.admin.on(nameOf(subject)),
    address !== null && texts.admin.from(isolate(address)),
  ]
  const details = Object.entries(detail ?? {}).map(([name, value]) => `${name}: ${value}`)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
      <span className="font-semibold wrap-anywhere">{times > 1 ? `${event} ×${times}` : event}</span>
      <span className="text-muted wrap-anywhere">{words.filter(Boolean).join(' · ')}</span>
      <RelativeTime iso={at} className="text-sm text-muted" />
      {details.length > 0 && (
        <span className="w-full text-sm text-muted wrap-anywhere">{details.join(' · ')}</span>
      )}
    </li>
  )
}
