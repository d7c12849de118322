import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useRefreshPeople } from './usePeople.ts'

/** Asks before somebody is blocked, and says what that does. Mounted means open. */
export default function BlockDialog({ nickname, onClose }: { nickname: string; onClose: () => void }) {
  const utils = trpc.useUtils()
  const refresh = useRefreshPeople()
  const block = trpc.people.block.useMutation({
    async onSuccess() {
      toast.success(texts.people.blocked(nickname))
      onClose()
      // What is shown of them must not stay until the answer comes, nor because it is an error.
      await Promise.all([utils.users.profile.reset({ nickname }), refresh()])
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.people.blockPerson(nickname)}
      text={texts.people.blockHint}
      verb={texts.people.block}
      busy={block.isPending}
      onConfirm={() => block.mutate({ nickname })}
    />
  )
}
