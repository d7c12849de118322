import { CloudUpload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useFromHere } from '../auth/from.ts'
import { useSending } from '../offline/useSending.ts'
import { stopAskingLogout, useAskedLogout, useWaiting } from '../offline/waitingList.ts'
import { texts } from '../texts/waiting.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { fullCount } from '../ui/numbers.ts'
import { WaitingDialog } from './WaitingDialog.tsx'

const look =
  'tap relative flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full px-2.5 text-sm ' +
  'font-semibold hover:bg-sunken'

export default function WaitingButton({ nickname }: { nickname: string | null }) {
  const things = useWaiting()
  const { isAnyone, isSignedOut, isSending, send } = useSending(nickname)
  const [isOpen, setOpen] = useState(false)
  const count = fullCount(things.length)
  if (nickname === null) return isAnyone && <LogInToSend />
  return (
    <>
      {things.length > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={texts.waiting.titleOf(count)}
          title={texts.waiting.titleOf(count)}
          onClick={() => setOpen(true)}
          className={look}
        >
          <CloudUpload size={20} aria-hidden="true" />
          <span aria-hidden="true" className="tabular-nums">
            <span className="lg:hidden">{count}</span>
            <span className="max-lg:hidden">{texts.waiting.titleOf(count)}</span>
          </span>
        </button>
      )}
      {isOpen && (
        <WaitingDialog
          nickname={nickname}
          things={things}
          isSignedOut={isSignedOut}
          isSending={isSending}
          onSend={send}
          onClose={() => setOpen(false)}
        />
      )}
      <AskedLogout count={things.length} />
    </>
  )
}

/** For visitors: the number and the names of the things are not shown. */
function LogInToSend() {
  const from = useFromHere()
  return (
    <Link
      href={paths.login()}
      state={from}
      aria-label={texts.waiting.logIn}
      title={texts.waiting.logIn}
      className={look}
    >
      <CloudUpload size={20} aria-hidden="true" />
      <span aria-hidden="true" className="max-lg:hidden">
        {texts.waiting.logIn}
      </span>
    </Link>
  )
}

function AskedLogout({ count }: { count: number }) {
  const logout = useAskedLogout()
  return (
    <ConfirmDialog
      open={logout !== null}
      onOpenChange={stopAskingLogout}
      title={texts.waiting.logOutTitle}
      text={texts.waiting.lost(count)}
      verb={texts.waiting.logOut}
      onConfirm={() => {
        stopAskingLogout()
        logout?.()
      }}
    />
  )
}
