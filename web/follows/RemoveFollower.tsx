import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

/** Removes a follower, without notifying them. They stay in the open list, without the button. */
export function RemoveFollower({ nickname }: { nickname: string }) {
  const utils = trpc.useUtils()
  const [isRemoved, setRemoved] = useState(false)
  const remove = trpc.follows.removeFollower.useMutation({
    onSuccess() {
      setRemoved(true)
      toast.success(texts.follows.removed(nickname))
      void utils.users.profile.invalidate()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (isRemoved) return null
  return (
    <Button
      size="sm"
      variant="plain"
      aria-label={texts.follows.removeFollowerPerson(nickname)}
      busy={remove.isPending}
      onClick={() => remove.mutate({ nickname })}
    >
      {texts.follows.removeFollower}
    </Button>
  )
}
