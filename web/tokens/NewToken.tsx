import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { copyText } from '../lib/copyText.ts'
import { texts } from '../texts/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

export function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  // The button that had the focus no longer exists.
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    // A browser that refuses leaves the token selected.
    field.current?.select()
    if (await copyText(token)) toast.success(texts.tokens.copied, { id: 'token copied' })
  }
  return (
    <>
      <TextField
        ref={field}
        label={texts.tokens.token}
        hint={texts.tokens.once}
        readOnly
        value={token}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <DialogActions>
        <Button onClick={onClose}>{texts.ui.close}</Button>
        <Button variant="primary" onClick={() => void copy()}>
          <Copy size={18} aria-hidden="true" />
          {texts.tokens.copy}
        </Button>
      </DialogActions>
    </>
  )
}
