import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ImportFormat } from '../../shared/importKinds.ts'
import type { ImportView } from '../../shared/imports.ts'
import { paths } from '../../shared/paths.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/imports.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { toast } from '../ui/toast.ts'
import { Choices } from './Choices.tsx'
import { NotTaken } from './NotTaken.tsx'
import { ImportRows } from './Rows.tsx'

/** Formats that contain plays of tracks, not albums. */
const histories = new Set<ImportFormat | null>(['lastfm', 'listenBrainz', 'spotify', 'spotifyHistory'])

const isHistory = ({ format, asks }: ImportView) =>
  histories.has(format) || (asks.columns ?? []).some(({ role }) => role === 'track')

/** True if the import was stopped while writing, because its owner was suspended. */
const wasStopped = ({ state, startedAt }: ImportView) => state === 'preview' && startedAt !== null

export function ActiveImport({ active }: { active: ImportView }) {
  const { id, state, format, fileName, counts, done: progress } = active
  const isOpen = state === 'preview' || state === 'importing'
  const isStopped = wasStopped(active)
  const percent = Math.floor(progress * 100)
  return (
    <div className="space-y-8">
      <div>
        <h2 className="heading text-xl">{format ? texts.imports.formats[format] : fileName}</h2>
        {format && <p className="mt-1 break-words text-muted">{fileName}</p>}
      </div>
      {state === 'uploading' && <p role="status">{texts.imports.uploadElsewhere}</p>}
      {state === 'reading' && <ProgressBar text={texts.imports.reading} percent={percent} />}
      {state === 'importing' && <ProgressBar text={texts.imports.importing} percent={percent} />}
      {state === 'undoing' && <ProgressBar text={texts.imports.undoing} percent={percent} />}
      {isStopped && <p className="max-w-reading">{texts.imports.stopped}</p>}
      {(state === 'preview' || state === 'reading') && !isStopped && <Choices active={active} />}
      <NotTaken counts={active.notTaken} />
      <Actions active={active} />
      {/* Below the buttons, which must not move when it goes. */}
      {isOpen && active.secondsLeft > 0 && (
        <p className="max-w-reading text-muted">
          {active.isAway
            ? texts.imports.catalogueAway
            : texts.imports.lookingUp(texts.imports.wait(active.secondsLeft))}
        </p>
      )}
      {isOpen && (
        <ImportRows
          key={id}
          active={active}
          canChoose
          aside={isHistory(active) && counts.decide > 0 && <ConfirmHeard id={id} />}
        />
      )}
    </div>
  )
}

const startText = (active: ImportView) => {
  if (wasStopped(active)) return texts.imports.goOn
  return active.albums > 0 ? texts.imports.albums(active.albums) : texts.imports.start
}

function Actions({ active }: { active: ImportView }) {
  const { id, state, counts } = active
  const utils = trpc.useUtils()
  const [isAsking, setAsking] = useState(false)
  const settled = {
    onError: (error: unknown) => toast.error(errorText(error)),
    // A live event delivers the new state; the refetch covers a lost connection.
    onSettled: () => utils.imports.list.invalidate(),
  }
  const start = trpc.imports.start.useMutation(settled)
  const cancel = trpc.imports.cancel.useMutation({
    ...settled,
    onSettled: async () => {
      await utils.imports.list.invalidate()
      setAsking(false)
    },
  })
  if (state === 'undoing') return null
  const isStopped = wasStopped(active)
  const isReady = counts.ready + counts.looking > 0
  // The import cannot be started; its rows can be downloaded and corrected elsewhere.
  const hasRest = state === 'preview' && !isReady && Object.values(counts).some((count) => count > 0)
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'preview' && (
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={!isReady}
          onClick={() => start.mutate({ id })}
        >
          {startText(active)}
        </Button>
      )}
      <Button onClick={() => (state === 'importing' || isStopped ? setAsking(true) : cancel.mutate({ id }))}>
        {texts.imports.cancel}
      </Button>
      {hasRest && (
        <ButtonAnchor href={paths.importRest(id)} download>
          <Download size={16} aria-hidden="true" />
          {texts.imports.rest}
        </ButtonAnchor>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.imports.cancel}
        text={texts.imports.cancelAsk}
        verb={texts.imports.cancel}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ id })}
      />
    </div>
  )
}

function ConfirmHeard({ id }: { id: number }) {
  const utils = trpc.useUtils()
  const confirm = trpc.imports.confirm.useMutation({
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => Promise.all([utils.imports.list.invalidate(), utils.imports.rows.invalidate({ id })]),
  })
  return (
    <Button size="sm" busy={confirm.isPending} onClick={() => confirm.mutate({ id })}>
      {texts.imports.confirm}
    </Button>
  )
}
