import { useId, useState } from 'react'
import { texts } from '../../shared/texts.ts'
import type { VisibilitySettings } from '../../shared/visibility.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'

export function PrivateAccount({ settings: { isPrivate, requests } }: { settings: VisibilitySettings }) {
  const utils = trpc.useUtils()
  const hint = useId()
  const [isAsking, setAsking] = useState(false)
  const change = trpc.visibility.setPrivate.useMutation({
    async onSuccess(result) {
      toast.success(result.isPrivate ? texts.visibility.nowPrivate : texts.visibility.nowPublic)
      setAsking(false)
      await utils.invalidate()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const { privateAccount, privateHint, makePublic, makePublicHint } = texts.visibility
  return (
    <div className="mb-3">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          role="switch"
          aria-checked={change.isPending ? change.variables.isPrivate : isPrivate}
          checked={change.isPending ? change.variables.isPrivate : isPrivate}
          aria-describedby={hint}
          onChange={() => (isPrivate ? setAsking(true) : change.mutate({ isPrivate: true }))}
          className="size-5 shrink-0 cursor-pointer accent-accent"
        />
        {privateAccount}
      </label>
      <p id={hint} className="text-sm text-muted">
        {privateHint}
      </p>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={privateAccount}
        description={makePublicHint(requests)}
        width="narrow"
        closable={false}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
          <Button
            variant="primary"
            busy={change.isPending}
            onClick={() => change.mutate({ isPrivate: false })}
          >
            {makePublic}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
