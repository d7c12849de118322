import { texts } from '../../shared/texts.ts'
import type { useLeaveGuard } from '../lib/leaveGuard.ts'
import { ConfirmDialog } from './Dialog.tsx'

type LeaveDialogProps = {
  guard: ReturnType<typeof useLeaveGuard>
  /** what would be lost */
  text: string
  /** what was typed can be dropped */
  onDiscard: () => void
}

/** Asks whether a page with something unsaved is to be left, when its guard stopped that. */
export function LeaveDialog({ guard: { asked, stay }, text, onDiscard }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && stay()}
      title={texts.leaveTitle}
      text={text}
      verb={texts.discardChanges}
      onConfirm={() => {
        stay()
        onDiscard()
        asked!.go()
      }}
    />
  )
}
