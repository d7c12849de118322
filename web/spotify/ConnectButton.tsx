import { useEffect } from 'react'
import { refusalText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/spotify.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

type ConnectButtonProps = { text: string; size?: 'md' | 'sm' }

export function ConnectButton({ text, size = 'md' }: ConnectButtonProps) {
  const authorize = trpc.spotify.authorize.useMutation({
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(refusalText(error, texts.spotify.connectBroken)),
  })
  const { reset } = authorize
  useEffect(() => {
    // The browser's back button restores the page as it was left, that is, busy.
    const show = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [reset])
  return (
    <Button
      variant="primary"
      size={size}
      busy={authorize.isPending || authorize.isSuccess}
      onClick={() => authorize.mutate()}
    >
      {text}
    </Button>
  )
}
