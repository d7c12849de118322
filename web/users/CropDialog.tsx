import { useState, type KeyboardEvent } from 'react'
import { texts } from '../texts/pictures.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { wholeCrop, zoomCrop, zoomLimits, zoomOfKey } from './crop.ts'
import { CropFrame } from './CropFrame.tsx'
import { sendPicture } from './pictureFile.ts'

const percent = new Intl.NumberFormat(texts.numbers, { style: 'percent' })

type CropDialogProps = {
  image: HTMLImageElement
  onClose: () => void
  /** gets the address of the stored picture */
  onSaved: (avatar: string) => void
}

export default function CropDialog({ image, onClose, onSaved }: CropDialogProps) {
  const [crop, setCrop] = useState(wholeCrop)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const size = { width: image.naturalWidth, height: image.naturalHeight }

  const use = async () => {
    setSending(true)
    setError(null)
    const answer = await sendPicture(image, crop)
    if ('avatar' in answer) return onSaved(answer.avatar)
    setSending(false)
    setError(answer.error)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = zoomOfKey(event.key)
    if (direction === 0 || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    setCrop(zoomCrop(crop, crop.zoom + direction * zoomLimits.step, size))
  }

  return (
    <Dialog
      open
      // An upload cannot be taken back while it is sent.
      onOpenChange={(open) => !open && !isSending && onClose()}
      title={texts.pictures.upload}
      width="medium"
      closable={false}
    >
      <div role="presentation" onKeyDown={onKeyDown}>
        <CropFrame image={image} size={size} crop={crop} onChange={setCrop} />
        <label className="mt-4 flex min-h-11 items-center gap-4 font-semibold">
          {texts.pictures.zoom}
          <input
            type="range"
            {...zoomLimits}
            value={crop.zoom}
            aria-valuetext={percent.format(crop.zoom)}
            onChange={({ target }) => setCrop(zoomCrop(crop, Number(target.value), size))}
            className="h-11 min-w-0 flex-1 cursor-pointer accent-accent"
          />
        </label>
      </div>
      <ErrorBanner text={error} />
      <DialogActions>
        <Button disabled={isSending} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button variant="primary" busy={isSending} onClick={() => void use()}>
          {texts.pictures.use}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
