import { texts } from '../../shared/texts.ts'
import { GoogleButton } from '../auth/GoogleButton.tsx'
import { Button } from '../ui/Button.tsx'

/** The ways in which the viewer can prove who they are. */
export type Means = {
  hasPassword: boolean
  hasPasskeys: boolean
  isFresh: boolean
  /** the account was given to the viewer a moment ago: its passkeys may be somebody else's, and are not needed */
  isTakenOver?: boolean
}
export type ProofBy = 'password' | 'passkey'

export const canProve = ({ hasPassword, hasPasskeys, isFresh }: Means): boolean =>
  hasPassword || hasPasskeys || isFresh

/** The proof that a form is sent with by its Enter key. */
export const usualProof = ({ hasPassword, hasPasskeys, isFresh, isTakenOver }: Means): ProofBy =>
  hasPasskeys && !hasPassword && !(isTakenOver && isFresh) ? 'passkey' : 'password'

type ProofButtonsProps = {
  means: Means
  busy: ProofBy | null
  verb: string
  variant?: 'primary' | 'danger' | 'quiet'
  onPasskey: () => void
  /** the page to come back to from a sign-in with Google */
  from: string
}

/** The buttons that send a form: with the password or a fresh sign-in, with a passkey, or to Google where neither is there. */
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
