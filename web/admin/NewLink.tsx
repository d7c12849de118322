import { useEffect, useRef } from 'react'
import { texts } from '../texts/admin.ts'
import { formatMoment } from '../ui/dates.ts'
import { TextField } from '../ui/Field.tsx'

/** A link that is shown once. */
export function NewLink({ label, link, expiresAt }: { label: string; link: string; expiresAt: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [link])
  return (
    <TextField
      ref={input}
      label={label}
      hint={`${texts.admin.linkOnce} ${texts.admin.until(formatMoment(new Date(expiresAt)))}`}
      readOnly
      value={link}
      onFocus={({ currentTarget }) => currentTarget.select()}
      className="max-w-form"
    />
  )
}
