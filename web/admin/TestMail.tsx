import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import type { Values } from './SettingsForm.tsx'

/** Sends a mail through what is in the form, and stores nothing. */
export function TestMail({ form }: { form: UseFormReturn<Values> }) {
  const test = trpc.admin.testMail.useMutation()
  const [failure, setFailure] = useState<string | null>(null)

  async function send() {
    form.clearErrors()
    setFailure(null)
    const { dirtyFields } = form.formState
    const { SMTP_URL, SMTP_FROM } = form.getValues()
    const values = { ...(dirtyFields.SMTP_URL && { SMTP_URL }), ...(dirtyFields.SMTP_FROM && { SMTP_FROM }) }
    try {
      const { to } = await test.mutateAsync({ values })
      toast.success(texts.admin.settings.testMailSent(to))
    } catch (error) {
      if (!setFieldErrors(error, form)) setFailure(errorText(error, texts.admin.failed))
    }
  }
  return (
    <>
      <Button busy={test.isPending} onClick={() => void send()}>
        {texts.admin.settings.sendTestMail}
      </Button>
      <p role="status" className="basis-full text-danger wrap-anywhere empty:hidden">
        {failure}
      </p>
    </>
  )
}
