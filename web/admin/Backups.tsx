import { Suspense, useState } from 'react'
import type { BackupRow } from '../../shared/admin.ts'
import { failureOf } from '../lib/failureOf.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { errorText, trpc, trpcClient } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { formatBytes } from './bytes.ts'

const DownloadDialog = lazyPage(() => import('./DownloadDialog.tsx'), 'admin')

export function Backups() {
  const backups = trpc.admin.backups.useQuery(undefined, { staleTime: 0 })
  const [isBusy, setBusy] = useState(false)

  async function backUp() {
    setBusy(true)
    try {
      await untilDone(() => trpcClient.admin.backUp.mutate())
      await backups.refetch()
      toast.success(texts.admin.backedUp)
    } catch (error) {
      toast.error(errorText(error, texts.admin.failed))
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col items-start gap-4">
        <Button variant="primary" busy={isBusy} onClick={() => void backUp()}>
          {texts.admin.backUp}
        </Button>
        <p className="text-muted">{texts.admin.restoring}</p>
      </div>
      {backups.isError && !backups.data ? (
        <ErrorState {...failureOf(backups)} />
      ) : !backups.data ? (
        <RowsSkeleton />
      ) : backups.data.backups.length === 0 ? (
        <p className="text-muted">{texts.admin.noBackups}</p>
      ) : (
        <ul aria-label={texts.admin.parts.backups} className="divide-y divide-line">
          {backups.data.backups.map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** A long work outlasts its request: the same call waits for it again. */
async function untilDone<Answer extends { isRunning: boolean }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await call()
  return answer.isRunning ? await untilDone(call) : answer
}

function Row({ row: { name, madeAt, bytes, people, isReadable } }: { row: BackupRow }) {
  const [state, setState] = useState<'checking' | { problem: string | null } | null>(null)
  const [isDownloading, setDownloading] = useState(false)

  async function check() {
    setState('checking')
    try {
      setState(await untilDone(() => trpcClient.admin.checkBackup.mutate({ name })))
    } catch (error) {
      setState({ problem: errorText(error, texts.admin.failed) })
    }
  }
  const facts = [
    formatMoment(new Date(madeAt)),
    formatBytes(bytes),
    isReadable ? people !== null && texts.admin.peopleIn(people) : texts.admin.unreadable,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-80">
        <p id={`backup-${name}`} className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
        <p role="status" className="wrap-anywhere empty:hidden">
          {state === 'checking' && <span className="text-muted">{texts.admin.checking}</span>}
          {state !== null && state !== 'checking' && (
            <span className={state.problem === null ? 'font-semibold' : 'text-danger'}>
              {state.problem ?? texts.admin.isGood}
            </span>
          )}
        </p>
      </div>
      <div className="flex gap-3">
        <Button
          size="sm"
          aria-describedby={`backup-${name}`}
          busy={state === 'checking'}
          onClick={() => void check()}
        >
          {texts.admin.check}
        </Button>
        <Button
          size="sm"
          aria-describedby={`backup-${name}`}
          aria-haspopup="dialog"
          onClick={() => setDownloading(true)}
        >
          {texts.admin.download}
        </Button>
      </div>
      {isDownloading && (
        <Suspense>
          <DownloadDialog name={name} onClose={() => setDownloading(false)} />
        </Suspense>
      )}
    </li>
  )
}
