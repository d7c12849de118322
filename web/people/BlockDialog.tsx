import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Checkbox } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { useRefreshPeople } from './usePeople.ts'

type BlockDialogProps = {
  nickname: string
  onClose: () => void
  onReport: () => void
}

export default function BlockDialog({ nickname, onClose, onReport }: BlockDialogProps) {
  const utils = trpc.useUtils()
  const refresh = useRefreshPeople()
  const [isReported, setReported] = useState(false)
  const block = trpc.people.block.useMutation({
    onSuccess() {
      toast.success(texts.people.blocked(nickname))
      onClose()
      if (isReported) onReport()
      // `reset` drops the cached profile: it must not stay visible until the response arrives, nor if that is an error.
      void utils.users.profile.reset({ nickname })
      void refresh()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.people.blockPerson(nickname)}
      description={texts.people.blockHint}
      width="narrow"
      closable={false}
    >
      <Checkbox
        label={texts.people.reportAsWell}
        checked={isReported}
        onChange={({ target }) => setReported(target.checked)}
      />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="danger" busy={block.isPending} onClick={() => block.mutate({ nickname })}>
          {texts.people.block}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
