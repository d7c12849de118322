import { refusalText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/moderation.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

export function UndoButton({ action }: { action: number }) {
  const { moderation } = trpc.useUtils()
  const undo = trpc.moderation.undo.useMutation()
  const press = async () => {
    try {
      await undo.mutateAsync({ id: action })
      toast.success(texts.moderation.done.undo)
    } catch (error) {
      toast.error(refusalText(error, texts.moderation.failed))
    }
    void moderation.invalidate()
  }
  return (
    <Button size="sm" busy={undo.isPending} onClick={() => void press()}>
      {texts.moderation.undo}
    </Button>
  )
}
