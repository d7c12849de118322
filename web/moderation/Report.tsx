import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ActionKind, ActionRow, ReportView } from '../../shared/moderation.ts'
import { paths } from '../../shared/paths.ts'
import { failureOf } from '../lib/failureOf.ts'
import { errorText, isNotFound, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/moderation.ts'
import { Button } from '../ui/Button.tsx'
import { Day } from '../ui/Day.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Section, textLink } from '../ui/Page.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { nameOfReport } from './names.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { SnapshotView } from './SnapshotView.tsx'
import { UndoButton } from './UndoButton.tsx'

export function Report({ id }: { id: number }) {
  const query = trpc.moderation.get.useQuery({ id }, { staleTime: 0 })
  return (
    <>
      <Link href={paths.moderation()} className={`${textLink} mb-6 inline-flex items-center gap-2`}>
        <ArrowLeft size={18} aria-hidden="true" />
        {texts.moderation.back}
      </Link>
      {query.data ? (
        <Shown report={query.data} />
      ) : query.isError ? (
        isNotFound(query.error) ? (
          <EmptyState text={errorText(query.error)} />
        ) : (
          <ErrorState {...failureOf(query)} />
        )
      ) : (
        <RowsSkeleton />
      )}
    </>
  )
}

function Shown({ report }: { report: ReportView }) {
  const [actionKind, setActionKind] = useState<ActionKind | null>(null)
  const { id, seen, reporter, reason, note, createdAt, isOpen, actions, possible } = report
  return (
    <div className="flex flex-col gap-10">
      <div>
        <h2 className="heading text-2xl wrap-anywhere">{nameOfReport(report)}</h2>
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted">
          <span className="font-semibold text-ink">{texts.moderation.reasons[reason]}</span>
          <Link href={paths.profile(reporter.nickname)} className={textLink}>
            {texts.moderation.reportedBy(reporter.nickname)}
          </Link>
          <RelativeTime iso={createdAt} />
          <span>{isOpen ? texts.moderation.states.open : texts.moderation.states.closed}</span>
        </p>
        {note && <p className="mt-3 max-w-reading whitespace-pre-wrap wrap-anywhere">{note}</p>}
      </div>
      {possible.length > 0 && (
        <div role="group" aria-label={texts.moderation.decide} className="flex flex-wrap gap-3">
          {/* All buttons look the same: no action is suggested. */}
          {possible.map((kind) => (
            <Button key={kind} onClick={() => setActionKind(kind)}>
              {texts.moderation.actions[kind]}
            </Button>
          ))}
        </div>
      )}
      {actionKind && (
        <ActionDialog report={{ id, seen }} kind={actionKind} onClose={() => setActionKind(null)} />
      )}
      <Things report={report} />
      {actions.length > 0 && (
        <Section title={texts.moderation.decisions}>
          <Actions actions={actions} />
        </Section>
      )}
      <History report={report} />
    </div>
  )
}

function Things({ report: { snapshot, now: current, thing } }: { report: ReportView }) {
  const isSame = current !== null && JSON.stringify(current.snapshot) === JSON.stringify(snapshot)
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
      <Section title={texts.moderation.whenReported}>
        <SnapshotView snapshot={snapshot} label={texts.moderation.whenReported} />
      </Section>
      <Section title={texts.moderation.now}>
        {current === null ? (
          <p className="text-muted">{texts.moderation.gone}</p>
        ) : (
          <div className="flex flex-col gap-3">
            {current.hidden && (
              <p className="font-semibold text-danger">
                {thing === 'account' ? texts.moderation.nowDisabled : texts.moderation.nowHidden}
              </p>
            )}
            {current.level && (
              <p className="text-muted">
                {texts.visibility.label}: {texts.visibility[current.level]}
              </p>
            )}
            {isSame ? (
              <p className="text-muted">{texts.moderation.unchanged}</p>
            ) : (
              current.snapshot && <SnapshotView snapshot={current.snapshot} label={texts.moderation.now} />
            )}
          </div>
        )}
      </Section>
    </div>
  )
}

function History({ report: { subject, history } }: { report: ReportView }) {
  const { joinedAt, isModerator, isDisabled, reports, actions } = history
  return (
    <Section title={texts.moderation.account}>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <Link href={paths.profile(subject.nickname)} className={textLink}>
          {subject.nickname}
        </Link>
        <span>
          {texts.moderation.joined} <Day iso={joinedAt} />
        </span>
        <span>{texts.moderation.reportsOf(reports.open, reports.closed)}</span>
        {isModerator && <span>{texts.moderation.isModerator}</span>}
        {isDisabled && <span className="text-danger">{texts.moderation.nowDisabled}</span>}
      </p>
      <h3 className="mt-6 mb-3 font-semibold">{texts.moderation.earlier}</h3>
      {actions.length === 0 ? (
        <p className="text-muted">{texts.moderation.noEarlier}</p>
      ) : (
        <Actions actions={actions} />
      )}
    </Section>
  )
}

function Actions({ actions }: { actions: ActionRow[] }) {
  return (
    <ul className="divide-y divide-line">
      {actions.map(({ id, kind, reason, moderator, createdAt, undoneAt, canUndo }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <span className="font-semibold">{texts.moderation.actions[kind]}</span>
          <span className="text-muted">{texts.moderation.by(moderator)}</span>
          <RelativeTime iso={createdAt} className="text-sm text-muted" />
          {undoneAt && <span className="text-sm text-muted">{texts.moderation.undone}</span>}
          <span className="w-full sm:order-1 whitespace-pre-wrap wrap-anywhere">{reason}</span>
          {canUndo && (
            <span className="max-sm:w-full sm:ml-auto">
              <UndoButton action={id} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
