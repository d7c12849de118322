import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { loginWithPasskey, passkeyProblem } from './passkeys.ts'

type PasskeyButtonProps = {
  onSignedIn: (viewer: Viewer) => Promise<void>
  onProblem: (text: string | null) => void
}

export function PasskeyButton({ onSignedIn, onProblem }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  async function begin() {
    setBusy(true)
    onProblem(null)
    try {
      await onSignedIn(await loginWithPasskey())
    } catch (error) {
      onProblem(passkeyProblem(error))
      setBusy(false)
    }
  }
  return (
    <Button className="w-full" busy={busy} onClick={() => void begin()}>
      {!busy && <KeyRound size={18} aria-hidden="true" />}
      {texts.passkeys.continueWith}
    </Button>
  )
}
