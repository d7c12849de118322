import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '../lib/copyText.ts'
import { texts } from '../texts/plays.ts'
import { IconButton } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

type CopyFieldProps = { label: string; value: string; hint: string; autoFocus?: boolean }

/** A text to copy into another program. */
export function CopyField({ label, value, hint, autoFocus }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
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
      autoFocus={autoFocus}
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
