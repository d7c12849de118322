import { Link } from 'wouter'
import type { FollowRequestCard } from '../../shared/follows.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { PersonalPage } from '../auth/PersonalPage.tsx'
import { errorText, trpc } from '../lib/trpc.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState, PageError } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Record } from '../ui/Record.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { useRequests } from './useRequests.ts'

export default function RequestsPage() {
  return <PersonalPage title={texts.follows.requests} Content={Requests} />
}

function Requests() {
  const query = useRequests()
  const { data, error, isFetching, hasNextPage, refetch } = query
  const text = errorText(error, texts.follows.listFailed)
  if (!data) {
    if (!error) return <RequestsSkeleton />
    const way = { text: texts.toHome, href: paths.home() }
    return <PageError text={text} onRetry={() => void refetch()} busy={isFetching} way={way} />
  }
  const people = data.pages.flatMap(({ items }) => items)
  if (people.length === 0)
    return <EmptyState icon={<Record className="size-24" />} text={texts.follows.noRequests} />
  return (
    <>
      <p className="mt-4 mb-4 text-muted sm:mt-6 lg:mt-0">{texts.follows.requestsHint}</p>
      <ul aria-label={texts.follows.requests} className="divide-y divide-line">
        {people.map((card) => (
          <Request key={card.nickname} card={card} />
        ))}
      </ul>
      {hasNextPage && <EndlessEnd query={query} text={text} />}
    </>
  )
}

const row = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-3'

function Request({ card: { nickname, avatar, bio, createdAt } }: { card: FollowRequestCard }) {
  const utils = trpc.useUtils()
  const after = {
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => void utils.follows.requests.invalidate(),
  }
  const accept = trpc.follows.accept.useMutation({
    ...after,
    onSuccess: ({ follows }) =>
      toast.success((follows ? texts.follows.accepted : texts.follows.withdrawn)(nickname)),
  })
  const decline = trpc.follows.decline.useMutation({
    ...after,
    onSuccess: () => toast.success(texts.follows.declined),
  })
  return (
    <li className={row}>
      <Link
        href={paths.profile(nickname)}
        className="group flex min-h-11 min-w-0 flex-1 basis-56 max-sm:basis-full items-center gap-3 rounded-control underline-offset-4"
      >
        <Avatar nickname={nickname} src={avatar} />
        <span className="min-w-0">
          <span className="block truncate font-semibold group-hover:underline">{nickname}</span>
          {bio && <span className="block truncate text-sm text-muted">{bio}</span>}
        </span>
      </Link>
      {/* Below the name on a phone. */}
      <RelativeTime
        iso={createdAt}
        className={classes(
          'text-sm text-muted max-sm:w-full max-sm:pl-13',
          bio ? 'max-sm:-mt-2' : 'max-sm:-mt-4',
        )}
      />
      <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          variant="primary"
          size="sm"
          aria-label={texts.follows.acceptPerson(nickname)}
          busy={accept.isPending}
          onClick={() => accept.mutate({ nickname })}
        >
          {texts.follows.accept}
        </Button>
        <Button
          size="sm"
          aria-label={texts.follows.declinePerson(nickname)}
          busy={decline.isPending}
          onClick={() => decline.mutate({ nickname })}
        >
          {texts.follows.decline}
        </Button>
      </span>
    </li>
  )
}

function RequestsSkeleton() {
  return (
    <div className="mt-4 sm:mt-6 lg:mt-0">
      <Loading />
      <Skeleton className="mb-5 h-4 w-80 max-w-full" />
      <div aria-hidden="true" className="divide-y divide-line">
        {[0, 1, 2].map((index) => (
          <div key={index} className={row}>
            <Skeleton className="size-10 rounded-full" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-3 w-40 max-w-full" />
            </div>
            <Skeleton className="h-9 w-42 max-sm:h-11 max-sm:w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
