import { Share } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { copyText } from '../lib/copyText.ts'
import { IconButton } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'
import { toast } from './toast.ts'

type ShareButtonProps = {
  path: string
  title: string
  label?: string
  size?: 'md' | 'sm'
  className?: string
}

/** Opens the system's share sheet on touch devices, else copies the link, or shows it if copying is refused. */
export function ShareButton({ path, title, label = texts.sharing.share, size, className }: ShareButtonProps) {
  const [urlToCopy, setUrlToCopy] = useState<string | null>(null)

  const share = async () => {
    const url = new URL(path, location.origin).href
    if (await offerSheet({ title, url })) return
    // The id keeps it to one toast, even after several clicks.
    if (await copyText(url)) toast.success(texts.sharing.copied, { id: 'link copied' })
    else setUrlToCopy(url)
  }
  return (
    <>
      <IconButton label={label} size={size} onClick={() => void share()} className={className}>
        <Share size={size === 'sm' ? 18 : 20} aria-hidden="true" />
      </IconButton>
      <Dialog open={urlToCopy !== null} onOpenChange={() => setUrlToCopy(null)} title={texts.sharing.copyIt}>
        <TextField
          ref={selectAll}
          label={texts.sharing.link}
          readOnly
          value={urlToCopy ?? ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Dialog>
    </>
  )
}

/** Returns false if there is no share sheet. One that the user closed, or that is already open, is not a failure. */
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

/** Focuses the link (which selects it) after the dialog has opened, because the dialog focuses its close button. */
function selectAll(field: HTMLInputElement | null) {
  requestAnimationFrame(() => field?.focus())
}
