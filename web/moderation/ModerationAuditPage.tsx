import { Link } from 'wouter'
import { isolate } from '../../shared/isolated.ts'
import type { ModerationLine } from '../../shared/moderation.ts'
import { paths } from '../../shared/paths.ts'
import { failureOf } from '../lib/failureOf.ts'
import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/moderation.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { textLink } from '../ui/Page.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { EditedValues } from './EditedValues.tsx'
import { ModeratorsPage } from './ModeratorsPage.tsx'
import { actorOf, nameOfEvent, subjectOf } from './names.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { UndoButton } from './UndoButton.tsx'
import { useLiveReports } from './useReports.ts'

export default function ModerationAuditPage() {
  return (
    <ModeratorsPage title={texts.layout.moderationAudit}>
      <Lines />
    </ModeratorsPage>
  )
}

function Lines() {
  useLiveReports()
  const query = trpc.moderation.audit.useInfiniteQuery({}, { getNextPageParam: ({ next }) => next })
  const lines = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.isError && !query.data) return <ErrorState {...failureOf(query)} />
  if (query.isPending) return <RowsSkeleton />
  if (lines.length === 0)
    return <EmptyState text={texts.moderation.noLines} detail={texts.moderation.noLinesHint} />
  return (
    <>
      <ul aria-label={texts.layout.moderationAudit} className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button busy={query.isFetching} onClick={() => void query.fetchNextPage({ cancelRefetch: false })}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

const nameOfAlbum = ({ artist, name }: { artist: string; name: string }) =>
  `${isolate(name)} · ${isolate(artist)}`

function Line({ line }: { line: ModerationLine }) {
  const { at, albums, reason, report, action, canUndo, edit } = line
  const subject = subjectOf(line)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-4">
      <span className="font-semibold">{nameOfEvent(line)}</span>
      {albums && (
        <span className="wrap-anywhere">
          {nameOfAlbum(albums.from)} → {nameOfAlbum(albums.into)}
        </span>
      )}
      {subject && <span className="wrap-anywhere">{subject}</span>}
      <span className="text-muted">{texts.moderation.by(actorOf(line))}</span>
      <RelativeTime iso={at} className="text-sm text-muted" />
      {reason && (
        <span className="w-full sm:order-1 whitespace-pre-wrap text-muted wrap-anywhere">{reason}</span>
      )}
      {edit && <EditedValues edit={edit} />}
      {(report !== null || canUndo) && (
        <span className="flex items-center gap-4 max-sm:w-full sm:ml-auto">
          {report !== null && (
            <Link href={paths.report(report)} className={textLink}>
              {texts.moderation.openReport}
            </Link>
          )}
          {canUndo && action !== null && <UndoButton action={action} />}
        </span>
      )}
    </li>
  )
}
