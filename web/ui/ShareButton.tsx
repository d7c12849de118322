import { Share } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { IconButton } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'
import { toast } from './toast.ts'

type ShareButtonProps = {
  /** where the shared thing stands (shared/paths.ts) */
  path: string
  /** what it is, for the system's sheet */
  title: string
  label?: string
  size?: 'md' | 'sm'
  className?: string
}

/**
 * 'Share': the system's sheet where fingers are used, else the link is copied; where that is refused, it is shown to be
 * copied by hand.
 */
export function ShareButton({ path, title, label = texts.sharing.share, size, className }: ShareButtonProps) {
  const [shown, setShown] = useState<string | null>(null)

  const share = async () => {
    const url = new URL(path, location.origin).href
    if (await offerSheet({ title, url })) return
    // One toast, however often it is pressed.
    if (await copy(url)) toast.success(texts.sharing.copied, { id: 'link copied' })
    else setShown(url)
  }
  return (
    <>
      <IconButton label={label} size={size} onClick={() => void share()} className={className}>
        <Share size={size === 'sm' ? 18 : 20} aria-hidden="true" />
      </IconButton>
      <Dialog open={shown !== null} onOpenChange={() => setShown(null)} title={texts.sharing.copyIt}>
        <TextField
          ref={selectAll}
          label={texts.sharing.link}
          readOnly
          value={shown ?? ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Dialog>
    </>
  )
}

/**
 * Opens the system's sheet; false where there is none. That it was closed again, or is open already, is no failure.
 */
async function offerSheet(data: ShareData): Promise<boolean> {
  if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return (
      error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError')
    )
  }
}

/** Puts a text on the clipboard; false where the browser keeps it shut, as it does without https. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The link is ready to be copied as soon as the dialog, which gives the focus to its cross, is open. */
function selectAll(field: HTMLInputElement | null) {
  requestAnimationFrame(() => field?.focus())
}
