import { useState } from 'react'
import { messages } from '../../shared/messages.ts'
import { refusalText, trpc } from '../trpc.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.tsx'

/** 'Disconnect', which asks first. */
export function Disconnect({ onDone }: { onDone: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  const disconnect = trpc.spotify.disconnect.useMutation({
    onSuccess: async () => {
      toast.success(messages.spotify.removed)
      await onDone()
    },
    onError: (error) => {
      toast.error(refusalText(error, messages.spotify.removeFailed))
      setAsking(false)
    },
  })
  return (
    <>
      <Button variant="plain" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Disconnect Spotify"
        text={messages.spotify.disconnects}
        verb="Disconnect"
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </>
  )
}
