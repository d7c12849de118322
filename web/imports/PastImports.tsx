import { ChevronDown, Download } from 'lucide-react'
import { useId, useState } from 'react'
import { rowStates } from '../../shared/importKinds.ts'
import type { ImportView } from '../../shared/imports.ts'
import { paths } from '../../shared/paths.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/imports.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Day } from '../ui/Day.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { toast } from '../ui/toast.ts'
import { ImportRows } from './Rows.tsx'
import type { useImportPages } from './useImports.ts'

type PastImportsProps = { query: ReturnType<typeof useImportPages>; imports: ImportView[] }

export function PastImports({ query, imports }: PastImportsProps) {
  if (imports.length === 0) return <p className="text-muted">{texts.imports.none}</p>
  return (
    <>
      <ul aria-label={texts.imports.past} className="divide-y divide-line border-y border-line">
        {imports.map((past) => (
          <li key={past.id} className="py-5">
            <PastImport past={past} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && <EndlessEnd query={query} text={texts.imports.failedList} />}
    </>
  )
}

type End = keyof typeof texts.imports.ends

/** 'Already here 3 · Not found 2' */
const restOf = ({ counts }: ImportView) =>
  rowStates
    .filter((state) => state !== 'written' && counts[state] > 0)
    .map((state) => `${texts.imports.statesAtEnd[state]} ${counts[state].toLocaleString(texts.numbers)}`)
    .join(' · ')

function PastImport({ past }: { past: ImportView }) {
  const { id, format, fileName, state, endedAt, createdAt, error, counts, undone } = past
  const [isOpen, setOpen] = useState(false)
  const rowsId = useId()
  const rest = restOf(past)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <h3 className="font-semibold break-words">{format ? texts.imports.formats[format] : fileName}</h3>
          <p className="text-sm break-words text-muted">
            {format && <>{fileName} · </>}
            {texts.imports.ends[state as End]} · <Day iso={endedAt ?? createdAt} />
          </p>
          <p role={error ? 'alert' : undefined} className={classes('mt-2', error && 'text-danger')}>
            {error ??
              (undone
                ? texts.imports.undoneOf(undone.removed, undone.kept)
                : texts.imports.brought(counts.written))}
          </p>
          {rest && !undone && !error && <p className="mt-1 text-sm text-muted">{rest}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {past.hasRows && (
            <Button size="sm" aria-expanded={isOpen} aria-controls={rowsId} onClick={() => setOpen(!isOpen)}>
              {texts.imports.details}
              <ChevronDown size={16} aria-hidden="true" className={classes(isOpen && 'rotate-180')} />
            </Button>
          )}
          {past.hasRest && (
            <ButtonAnchor size="sm" href={paths.importRest(id)} download>
              <Download size={16} aria-hidden="true" />
              {texts.imports.rest}
            </ButtonAnchor>
          )}
          {past.canUndo && <UndoImport id={id} />}
        </div>
      </div>
      <div id={rowsId} className={classes(isOpen && 'mt-6')}>
        {isOpen && <ImportRows active={past} canChoose={false} />}
      </div>
    </>
  )
}

function UndoImport({ id }: { id: number }) {
  const utils = trpc.useUtils()
  const [isAsking, setAsking] = useState(false)
  const undo = trpc.imports.undo.useMutation({
    onError: (error) => toast.error(errorText(error)),
    onSettled: async () => {
      await utils.imports.list.invalidate()
      setAsking(false)
    },
  })
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
        {texts.imports.undo}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.imports.undo}
        text={texts.imports.undoAsk}
        verb={texts.imports.undo}
        busy={undo.isPending}
        onConfirm={() => undo.mutate({ id })}
      />
    </>
  )
}
