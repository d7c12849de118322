import { useState, type FormEvent } from 'react'
import { adminLimits } from '../../shared/limits.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { TextArea } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

export function Announcement() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const [recipients, setRecipients] = useState<number | null>(null)
  const { admin } = trpc.useUtils()
  const announce = trpc.admin.announce.useMutation()
  const [isCounting, setCounting] = useState(false)

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (text.trim() === '') {
      setError(texts.admin.textRequired)
      return event.currentTarget.querySelector('textarea')!.focus()
    }
    setCounting(true)
    try {
      setRecipients((await admin.recipients.fetch(undefined, { staleTime: 0 })).people)
    } catch (problem) {
      setError(errorText(problem, texts.admin.failed))
    }
    setCounting(false)
  }
  async function send() {
    try {
      const { told } = await announce.mutateAsync({ text })
      toast.success(texts.admin.announced(told))
      setText('')
      setRecipients(null)
    } catch {
      // The dialog shows the error, and the text stays.
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void ask(event)}
      className="flex max-w-form flex-col items-start gap-2"
    >
      <TextArea
        label={texts.admin.parts.announcement}
        hint={texts.admin.announceHint}
        error={error}
        value={text}
        maxLength={adminLimits.announcement}
        length={text.length}
        limit={adminLimits.announcement}
        className="w-full"
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="primary" busy={isCounting} aria-haspopup="dialog">
        {texts.admin.announce}
      </Button>
      {recipients !== null && (
        <Dialog
          open
          onOpenChange={(open) => !open && setRecipients(null)}
          title={texts.admin.announceTo(recipients)}
          description={text.trim()}
          width="narrow"
          closable={false}
        >
          <ErrorBanner text={announce.isError ? errorText(announce.error, texts.admin.failed) : null} />
          <DialogActions>
            <Button onClick={() => setRecipients(null)}>{texts.cancel}</Button>
            <Button variant="primary" busy={announce.isPending} onClick={() => void send()}>
              {texts.admin.announce}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </form>
  )
}
