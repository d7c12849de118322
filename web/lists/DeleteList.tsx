import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ListHead } from '../../shared/lists.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { forgetOnDevice } from '../lib/onDevice.ts'
import { isNotFound, refusalText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { draftPlace } from './draftPlace.ts'
import { useForgetLists } from './useForgetLists.ts'

type DeleteListProps = { list: ListHead; onDeleting: (isDeleting: boolean) => void }

export function DeleteList({ list: { id, name, owner }, onDeleting }: DeleteListProps) {
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  const forget = useForgetLists()
  const remove = trpc.lists.remove.useMutation()

  const confirm = async () => {
    onDeleting(true)
    try {
      await remove.mutateAsync({ id })
    } catch (error) {
      // The list no longer exists, as requested: another tab deleted it, or an attempt whose response was lost.
      if (!isNotFound(error)) {
        toast.error(refusalText(error, texts.lists.deleteFailed))
        onDeleting(false)
        return setAsking(false)
      }
    }
    toast.success(texts.lists.deleted)
    forgetOnDevice(draftPlace(owner.nickname, id))
    navigate(paths.lists(), { replace: true })
    forget(id)
  }
  return (
    <>
      <Button variant="plain" onClick={() => setAsking(true)}>
        {texts.lists.delete}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.lists.deleteTitle(name)}
        text={texts.lists.deletes}
        verb={texts.delete}
        busy={remove.isPending}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
