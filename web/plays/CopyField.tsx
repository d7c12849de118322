import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { copyText } from '../lib/copyText.ts'
import { texts } from '../texts/plays.ts'
import { IconButton } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

type CopyFieldProps = { label: string; value: string; hint: string; isNew?: boolean }

/** A text to copy into another program; one that is new takes the focus. */
export function CopyField({ label, value, hint, isNew = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew, value])
  const copy = async () => {
    // A browser that refuses leaves the text selected.
    field.current?.select()
    if (await copyText(value)) toast.success(texts.plays.copied, { id: 'copied' })
  }
  return (
    <TextField
      ref={field}
      label={label}
      hint={hint}
      value={value}
      readOnly
      autoComplete="off"
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
      trailing={
        <IconButton size="sm" label={texts.plays.copy(label)} onClick={() => void copy()}>
          <Copy size={18} aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
