import { texts } from '../../shared/texts.ts'
import type { useLeaveGuard } from '../lib/leaveGuard.ts'
import { ConfirmDialog } from './Dialog.tsx'

type LeaveDialogProps = {
  guard: ReturnType<typeof useLeaveGuard>
  text: string
  onDiscard: () => void
}

export function LeaveDialog({ guard: { asked: navigation, stay }, text, onDiscard }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={navigation !== null}
      onOpenChange={(open) => !open && stay()}
      title={texts.leaveTitle}
      text={text}
      verb={texts.discardChanges}
      onConfirm={() => {
        stay()
        onDiscard()
        navigation!.go()
      }}
    />
  )
}
