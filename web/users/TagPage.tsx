import { Pencil } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { ShelfEntry } from '../../shared/logs.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, isNotFound, trpc } from '../lib/trpc.ts'
import { ListenMarks } from '../logs/ListenMarks.tsx'
import { useOwnLogsShown } from '../logs/liveOwnLogs.ts'
import { TagLinks } from '../tags/TagLinks.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Cover } from '../ui/Cover.tsx'
import { formatDay } from '../ui/dates.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Stars } from '../ui/Stars.tsx'
import { ProfileWay } from './ProfileWay.tsx'
import { RenameTag } from './RenameTag.tsx'

/** The listenings of a person that carry a tag, the newest first. */
export default function TagPage({ nickname: segment, tag: asked }: PageParams<'tag'>) {
  const nickname = segment.trim().toLowerCase()
  const { viewer } = useViewer()
  useOwnLogsShown()
  const query = trpc.tags.listenings.useInfiniteQuery(
    { nickname, tag: asked },
    { getNextPageParam: ({ next }) => next },
  )
  const tag = query.data?.pages[0]?.tag
  const isOwn = viewer?.nickname === nickname
  usePageTitle(texts.tags.tagOf(tag?.name ?? asked, nickname))
  return (
    <ReadingPage heading={tag?.name ?? asked}>
      {isNotFound(query.error) ? (
        <PageError text={errorText(query.error)} way={{ text: texts.toHome, href: paths.home() }} />
      ) : (
        <>
          <ProfileWay nickname={nickname} withTags />
          <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
            <p className="text-muted">{tag && texts.tags.listenings(tag.count)}</p>
            {tag && isOwn && <RenameTag nickname={nickname} tag={tag} />}
          </div>
          <Shelf query={query} emptyText={texts.tags.notFound} skeleton={<RowsSkeleton />}>
            {(entries) => (
              <ul aria-label={tag?.name ?? asked} className="divide-y divide-line">
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
  const { id, album, rating, favorite, date, relisten, visibility, tags } = entry
  const [, navigate] = useLocation()
  return (
    <li className="flex items-start gap-4 py-3">
      <Link href={paths.album(album)} tabIndex={-1} aria-hidden="true" className="shrink-0 rounded-sleeve">
        <Cover album={album} size="sm" />
      </Link>
      <div className="min-w-0 flex-1">
        <Link
          href={paths.album(album)}
          className="line-clamp-2 rounded-sleeve font-semibold decoration-1 underline-offset-2 hover:underline"
        >
          {album.name}
        </Link>
        <p className="line-clamp-1 text-sm text-muted">{album.artist}</p>
        <p className="mt-1.5 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1">
          {date && (
            <time dateTime={date} className="text-sm text-muted">
              {formatDay(date)}
            </time>
          )}
          <Stars rating={rating} className="h-3.5" />
          <ListenMarks relisten={relisten} visibility={visibility} />
          {favorite && <HeartMark />}
        </p>
        <TagLinks nickname={nickname} tags={tags} className="mt-2" />
      </div>
      {isOwn && (
        <IconButton
          label={texts.logs.editLog}
          onClick={() => navigate(paths.album(album), { state: { log: id } })}
          className="-mx-2"
        >
          <Pencil size={17} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

function RowsSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3].map((key) => (
        <div key={key} className="flex items-center gap-4 py-3">
          <Skeleton className="size-14 rounded-sleeve" />
          <div className="flex-1 space-y-2.5">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
