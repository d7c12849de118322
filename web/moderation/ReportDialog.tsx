import { useState, type FormEvent } from 'react'
import { limits } from '../../shared/limits.ts'
import type { Reason, Reported } from '../../shared/moderation.ts'
import { needsNote, reasons } from '../../shared/moderationKinds.ts'
import { isConflict, refusalText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/moderation.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { TextArea } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { RadioList } from './RadioList.tsx'

type ReportDialogProps = {
  thing: Reported
  /** owner of the thing, or the reported account */
  nickname: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

const titleOf = (thing: Reported, nickname: string): string => {
  const [kind] = Object.keys(thing) as (keyof typeof texts.moderation.reportTitle)[]
  return texts.moderation.reportTitle[kind!](nickname)
}

export default function ReportDialog({ thing, nickname, open, onOpenChange }: ReportDialogProps) {
  const [reason, setReason] = useState<Reason | null>(null)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const ownReport = trpc.moderation.own.useQuery({ thing }, { enabled: open, staleTime: 0 })
  const send = trpc.moderation.report.useMutation()
  const lacksNote = reason !== null && needsNote(reason) && note.trim() === ''

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog can be inside a form of the page.
    event.stopPropagation()
    setTried(true)
    const form = event.currentTarget
    if (reason === null) return form.querySelector<HTMLElement>('input[type=radio]')!.focus()
    if (lacksNote) return form.querySelector('textarea')!.focus()
    if (send.isPending) return
    try {
      await send.mutateAsync({ thing, reason, note })
      toast.success(texts.moderation.sent)
      onOpenChange(false)
    } catch (error) {
      if (isConflict(error)) void ownReport.refetch()
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(thing, nickname)}
      description={texts.moderation.reportHint}
      width="medium"
      closable={false}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
        {ownReport.data?.state === 'closed' && <p role="status">{texts.moderation.lookedAt}</p>}
        {ownReport.data?.state === 'open' && !send.isError && (
          <p role="status">{texts.moderation.alreadyReported}</p>
        )}
        <RadioList
          label={texts.moderation.reason}
          options={reasons.map((value) => ({ value, label: texts.moderation.reasons[value] }))}
          value={reason}
          error={isTried && reason === null ? texts.moderation.reasonMissing : undefined}
          onChange={setReason}
        />
        <TextArea
          label={texts.moderation.note}
          hint={texts.moderation.noteOptional}
          error={isTried && lacksNote ? texts.moderation.noteRequired : undefined}
          value={note}
          maxLength={limits.reportNote}
          length={note.length}
          limit={limits.reportNote}
          onChange={(event) => setNote(event.target.value)}
        />
        <ErrorBanner text={send.isError ? refusalText(send.error, texts.moderation.sendFailed) : null} />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={send.isPending}>
            {texts.moderation.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
