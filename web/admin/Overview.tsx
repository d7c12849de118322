import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Check, JobRow, Overview as OverviewData } from '../../shared/admin.ts'
import { failureOf } from '../lib/failureOf.ts'
import { trpc } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { fullCount } from '../ui/numbers.ts'
import { Section } from '../ui/Page.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { formatBytes } from './bytes.ts'
import { Facts } from './Facts.tsx'

export function Overview() {
  const overview = trpc.admin.overview.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: false })
  if (overview.isError && !overview.data) return <ErrorState {...failureOf(overview)} />
  if (!overview.data) return <RowsSkeleton />
  const { checks, versions, lastBackup, sizes, jobs } = overview.data
  return (
    <div className="flex flex-col gap-12">
      <Section title={texts.admin.checks}>
        <ul aria-label={texts.admin.checks} className="divide-y divide-line">
          {checks.map((check, index) => (
            <CheckItem key={index} check={check} />
          ))}
        </ul>
      </Section>
      <Section title={texts.admin.versions}>
        <Facts facts={versions.map(({ name, version }) => [name, version])} />
      </Section>
      <Section title={texts.admin.sizes}>
        <Facts facts={sizesOf(sizes)} />
        <p className="mt-3 text-muted">
          {texts.admin.counted} <RelativeTime iso={sizes.countedAt} />
        </p>
      </Section>
      <Section title={texts.admin.lastBackup}>
        {lastBackup === null ? (
          <p className="text-muted">{texts.admin.noBackup}</p>
        ) : (
          <p>
            <RelativeTime iso={lastBackup} />
          </p>
        )}
      </Section>
      <Section title={texts.admin.jobs}>
        {jobs.length === 0 ? (
          <p className="text-muted">{texts.admin.noJobs}</p>
        ) : (
          <Facts
            facts={jobs.map((job) => [texts.admin.job[job.kind] ?? job.kind, <Job key="job" job={job} />])}
          />
        )}
      </Section>
    </div>
  )
}

const icons = {
  ok: <CircleCheck size={20} aria-hidden="true" className="text-muted" />,
  warning: <TriangleAlert size={20} aria-hidden="true" className="text-accent-ink" />,
  broken: <CircleAlert size={20} aria-hidden="true" className="text-danger" />,
}

/** The words of a check are the command line's, in English. */
function CheckItem({ check: { about, state, said, mend } }: { check: Check }) {
  return (
    <li className="flex gap-3 py-3">
      <span className="mt-0.5 shrink-0">{icons[state]}</span>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="sr-only">{texts.admin.states[state]}: </span>
          <span className="font-semibold">{about}</span>: {said}
        </p>
        {mend && <p className="text-muted wrap-anywhere">{mend}</p>}
      </div>
    </li>
  )
}

const countNames = [
  'accounts',
  'disabled',
  'sessions',
  'albums',
  'logs',
  'reviews',
  'lists',
  'comments',
  'follows',
  'imports',
] as const

const sizesOf = ({ counts, databaseBytes, backupBytes }: OverviewData['sizes']): [string, string][] => [
  ...countNames.map((name): [string, string] => [texts.admin.size[name], fullCount(counts[name] ?? 0)]),
  [texts.admin.size.database, formatBytes(databaseBytes)],
  [texts.admin.size.backups, formatBytes(backupBytes)],
]

function Job({ job: { count, running, failing, doneAt } }: { job: JobRow }) {
  const states = [
    running > 0 && texts.admin.running,
    count > running && doneAt === null && texts.admin.waiting(count - running),
    failing > 0 && texts.admin.failing,
  ].filter(Boolean)
  return (
    <>
      {states.join(' · ')}
      {doneAt !== null && (
        <>
          {states.length > 0 && ' · '}
          {texts.admin.lastRun} <RelativeTime iso={doneAt} />
        </>
      )}
    </>
  )
}
