import { Link } from 'wouter'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, isNotFound, trpc } from '../lib/trpc.ts'
import { useOwnLogsShown } from '../logs/liveOwnLogs.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ProfileWay } from './ProfileWay.tsx'

export default function TagsPage({ nickname: segment }: PageParams<'tags'>) {
  const nickname = segment.trim().toLowerCase()
  const { viewer } = useViewer()
  useOwnLogsShown()
  usePageTitle(texts.tags.titleOf(nickname))
  const query = trpc.tags.list.useInfiniteQuery({ nickname }, { getNextPageParam: ({ next }) => next })
  return (
    <ReadingPage heading={texts.tags.title}>
      {isNotFound(query.error) ? (
        <PageError text={errorText(query.error)} way={{ text: texts.toHome, href: paths.home() }} />
      ) : (
        <>
          <ProfileWay nickname={nickname} />
          <Shelf
            query={query}
            emptyText={texts.tags.none}
            {...(viewer?.nickname === nickname && {
              emptyAction: <p className="text-muted">{texts.tags.noneHint}</p>,
            })}
            skeleton={<TagsSkeleton />}
          >
            {(tags) => (
              <ul aria-label={texts.tags.title} className="divide-y divide-line">
                {tags.map(({ name, count }) => (
                  <li key={name} className="flex min-h-12 items-center justify-between gap-4">
                    <Link
                      href={paths.tag(nickname, name)}
                      className={
                        'flex min-h-12 min-w-0 flex-1 items-center rounded-sleeve py-2 font-semibold wrap-anywhere ' +
                        'decoration-1 underline-offset-2 hover:underline'
                      }
                    >
                      {name}
                    </Link>
                    <span className="shrink-0 text-sm text-muted">{texts.tags.listenings(count)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Shelf>
        </>
      )}
    </ReadingPage>
  )
}

function TagsSkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} className="my-4 h-4 w-full" />
      ))}
    </div>
  )
}
