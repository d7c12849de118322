import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { GoogleButton } from './GoogleButton.tsx'

export type Means = {
  hasPassword: boolean
  hasPasskeys: boolean
  isFresh: boolean
  /** the viewer has just recovered the account: its passkeys can belong to somebody else and are not required */
  isTakenOver?: boolean
}
export type ProofBy = 'password' | 'passkey'

export const canProve = ({ hasPassword, hasPasskeys, isFresh }: Means): boolean =>
  hasPassword || hasPasskeys || isFresh

/** Returns the proof that the Enter key of a form uses. */
export const usualProof = ({ hasPassword, hasPasskeys, isFresh, isTakenOver }: Means): ProofBy =>
  hasPasskeys && !hasPassword && !(isTakenOver && isFresh) ? 'passkey' : 'password'

type ProofButtonsProps = {
  means: Means
  busy: ProofBy | null
  verb: string
  variant?: 'primary' | 'danger' | 'quiet'
  onPasskey: () => void
  from: string
}

export function ProofButtons({ means, busy, verb, variant, onPasskey, from }: ProofButtonsProps) {
  if (!canProve(means)) return <GoogleButton from={from} />
  const usual = usualProof(means)
  return (
    <>
      {means.hasPasskeys && (
        <Button
          variant={usual === 'passkey' ? 'primary' : 'quiet'}
          busy={busy === 'passkey'}
          onClick={onPasskey}
        >
          {texts.passkeys.use}
        </Button>
      )}
      {usual === 'password' && (
        <Button type="submit" variant={variant ?? 'primary'} busy={busy === 'password'}>
          {verb}
        </Button>
      )}
    </>
  )
}
