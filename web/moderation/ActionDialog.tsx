import { useState, type FormEvent } from 'react'
import { limits } from '../../shared/limits.ts'
import type { ActionKind } from '../../shared/moderation.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/moderation.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { TextArea } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

type ActionDialogProps = {
  report: { id: number; seen: number }
  kind: ActionKind
  onClose: () => void
}

export function ActionDialog({ report, kind, onClose }: ActionDialogProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { moderation } = trpc.useUtils()
  const act = trpc.moderation.act.useMutation()
  const isMissing = isTried && reason.trim() === ''
  const name = texts.moderation.actions[kind]

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim() === '') return event.currentTarget.querySelector('textarea')!.focus()
    if (act.isPending) return
    try {
      await act.mutateAsync({ ...report, kind, reason })
      toast.success(texts.moderation.done[kind])
      onClose()
    } catch {
      // The dialog shows the error and keeps the typed reason.
    }
    void moderation.invalidate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={texts.moderation.actionHints[kind]}
      width="medium"
      closable={false}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
        <TextArea
          label={texts.moderation.actionReason}
          error={isMissing ? texts.moderation.reasonRequired : undefined}
          value={reason}
          maxLength={limits.moderationReason}
          length={reason.length}
          limit={limits.moderationReason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ErrorBanner text={act.isError ? refusalText(act.error, texts.moderation.failed) : null} />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            type="submit"
            variant={kind === 'dismiss' || kind === 'warn' ? 'primary' : 'danger'}
            busy={act.isPending}
          >
            {name}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
