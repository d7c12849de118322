import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { AdminPerson, ResetLink } from '../../shared/admin.ts'
import { paths } from '../../shared/paths.ts'
import { failureOf } from '../lib/failureOf.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { isError, trpc } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { Day } from '../ui/Day.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { textLink } from '../ui/Page.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import type { Act } from './ActDialog.tsx'
import { Facts } from './Facts.tsx'
import { NewLink } from './NewLink.tsx'

const ActDialog = lazyPage(() => import('./ActDialog.tsx'), 'admin')

export function Person({ nickname }: { nickname: string }) {
  const person = trpc.admin.person.useQuery({ nickname }, { staleTime: 0 })
  if (isError(person.error, 'users.notFound')) return <EmptyState text={texts.admin.personNotFound} />
  if (person.isError && !person.data) return <ErrorState {...failureOf(person)} />
  return person.data ? <Shown person={person.data} /> : <RowsSkeleton />
}

function Shown({ person }: { person: AdminPerson }) {
  const [openAct, setOpenAct] = useState<Act | null>(null)
  const [resetLink, setResetLink] = useState<ResetLink | null>(null)
  const { nickname, disabled } = person
  const acts: Act[] = [
    'setRole',
    disabled ? 'enable' : 'disable',
    ...(disabled ? [] : (['resetLink'] as const)),
    'setEmail',
    'signOut',
    'remove',
  ]
  return (
    <div className="flex flex-col items-start gap-8">
      <h2 className="heading text-2xl wrap-anywhere">{nickname}</h2>
      <Facts facts={factsOf(person)} />
      {!disabled && (
        <Link href={paths.profile(nickname)} className={textLink}>
          {texts.admin.profile}
        </Link>
      )}
      <div className="flex flex-wrap gap-3">
        {acts.map((act) => (
          <Button
            key={act}
            variant={act === 'remove' ? 'danger' : 'quiet'}
            aria-haspopup="dialog"
            onClick={() => setOpenAct(act)}
          >
            {texts.admin.acts[act]}
          </Button>
        ))}
      </div>
      {resetLink && <NewLink label={texts.admin.acts.resetLink} {...resetLink} />}
      {openAct && (
        <Suspense>
          <ActDialog act={openAct} person={person} onLink={setResetLink} onClose={() => setOpenAct(null)} />
        </Suspense>
      )}
    </div>
  )
}

const factsOf = ({ email, role, joinedAt, lastSeenAt, disabled }: AdminPerson) =>
  [
    [texts.admin.email, email],
    [texts.admin.role, texts.admin.roles[role]],
    [texts.admin.joined, <Day key="joined" iso={joinedAt} />],
    [
      texts.admin.lastSeen,
      lastSeenAt === null ? texts.admin.never : <RelativeTime key="seen" iso={lastSeenAt} />,
    ],
    ...(disabled ? [[texts.admin.disabled, <Disabled key="disabled" {...disabled} />] as const] : []),
  ] as const

const Disabled = ({ at, reason }: NonNullable<AdminPerson['disabled']>) => (
  <span className="text-danger">
    <RelativeTime iso={at} />
    {reason !== null && <span className="block whitespace-pre-wrap">{reason}</span>}
  </span>
)
