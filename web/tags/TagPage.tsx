import type { ShelfEntry } from '../../shared/logs.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, isNotFound, trpc } from '../lib/trpc.ts'
import { ListenMarks } from '../logs/ListenMarks.tsx'
import { useOwnLogsShown } from '../logs/liveOwnLogs.ts'
import { ListeningRow, ListeningRowsSkeleton } from '../logs/shelves/ListeningRow.tsx'
import { formatDay } from '../ui/dates.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { Stars } from '../ui/Stars.tsx'
import { ProfileWay } from './ProfileWay.tsx'
import { RenameTag } from './RenameTag.tsx'

export default function TagPage({ nickname: segment, tag: requestedTag }: PageParams<'tag'>) {
  const nickname = segment.trim().toLowerCase()
  const { viewer } = useViewer()
  useOwnLogsShown()
  const query = trpc.tags.listenings.useInfiniteQuery(
    { nickname, tag: requestedTag },
    { getNextPageParam: ({ next }) => next },
  )
  const tag = query.data?.pages[0]?.tag
  const isOwn = viewer?.nickname === nickname
  usePageTitle(texts.tags.tagOf(tag?.name ?? requestedTag, nickname))
  return (
    <ReadingPage heading={tag?.name ?? requestedTag}>
      {isNotFound(query.error) ? (
        <PageError text={errorText(query.error)} way={{ text: texts.toHome, href: paths.home() }} />
      ) : (
        <>
          <ProfileWay nickname={nickname} withTags />
          <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
            <p className="text-muted">{tag && texts.tags.listenings(tag.count)}</p>
            {tag && isOwn && <RenameTag nickname={nickname} tag={tag} />}
          </div>
          <Shelf query={query} emptyText={texts.tags.notFound} skeleton={<ListeningRowsSkeleton />}>
            {(entries) => (
              <ul aria-label={tag?.name ?? requestedTag} className="divide-y divide-line">
                {entries.map((entry) => (
                  <Row key={entry.id} entry={entry} nickname={nickname} isOwn={isOwn} />
                ))}
              </ul>
            )}
          </Shelf>
        </>
      )}
    </ReadingPage>
  )
}

type RowProps = { entry: ShelfEntry; nickname: string; isOwn: boolean }

function Row({ entry, nickname, isOwn }: RowProps) {
  const { rating, favorite, date, relisten, visibility, hidden } = entry
  return (
    <ListeningRow
      entry={entry}
      nickname={nickname}
      isOwn={isOwn}
      below={
        <p className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1">
          {date && (
            <time dateTime={date} className="text-sm text-muted">
              {formatDay(date)}
            </time>
          )}
          <Stars rating={rating} className="h-3.5" />
          <ListenMarks {...{ relisten, visibility, hidden }} />
          {favorite && <HeartMark />}
        </p>
      }
    />
  )
}
