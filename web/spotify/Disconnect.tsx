import { useState } from 'react'
import { refusalText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/spotify.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'

export function Disconnect({ onDone }: { onDone: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  const disconnect = trpc.spotify.disconnect.useMutation({
    onSuccess: async () => {
      toast.success(texts.spotify.removed)
      await onDone()
    },
    onError: (error) => {
      toast.error(refusalText(error, texts.spotify.removeFailed))
      setAsking(false)
    },
  })
  return (
    <>
      <Button variant="plain" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {texts.spotify.disconnect}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.spotify.disconnectTitle}
        text={texts.spotify.disconnects}
        verb={texts.spotify.disconnect}
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      />
    </>
  )
}
