import { useRef, useState } from 'react'
import { pictureTypes } from '../../shared/pictureTypes.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/pictures.ts'
import { Button } from '../ui/Button.tsx'
import { prepareDialogs } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'

const CropDialog = lazyPage(() => import('./CropDialog.tsx'), 'pictures')

const open = async (file: File) => await (await import('./pictureFile.ts')).openPicture(file)

type PictureButtonsProps = {
  isUploaded: boolean
  /** gets the address of the new picture, or null after its removal */
  onChange: (avatar: string | null) => void
}

/** Uploads and removes the viewer's picture at once, without the form around it. */
export default function PictureButtons({ isUploaded, onChange }: PictureButtonsProps) {
  const file = useRef<HTMLInputElement>(null)
  const upload = useRef<HTMLButtonElement>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [isOpening, setOpening] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const remove = trpc.users.removePicture.useMutation()

  const choose = async (chosen: File) => {
    setError(null)
    setOpening(true)
    prepareDialogs()
    try {
      const [opened] = await Promise.all([open(chosen), CropDialog.load()])
      if ('error' in opened) setError(opened.error)
      else setImage(opened)
    } catch {
      // The scripts could not be loaded.
      setError(texts.pictures.uploadFailed)
    }
    setOpening(false)
  }
  const save = (avatar: string) => {
    setImage(null)
    onChange(avatar)
    toast.success(texts.pictures.saved)
  }
  const removePicture = async () => {
    setError(null)
    try {
      const { avatar } = await remove.mutateAsync()
      // The pressed button is about to disappear.
      upload.current?.focus()
      onChange(avatar)
      toast.success(texts.pictures.removed)
    } catch (failure) {
      setError(errorText(failure, texts.pictures.removeFailed))
    }
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button ref={upload} size="sm" busy={isOpening} onClick={() => file.current!.click()}>
          {texts.pictures.upload}
        </Button>
        {isUploaded && (
          <Button size="sm" variant="outline" busy={remove.isPending} onClick={() => void removePicture()}>
            {texts.pictures.removeOwn}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          hidden
          accept={pictureTypes}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void choose(chosen)
            // Resets the value, so that the same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
      {isUploaded && <p className="mt-2 text-sm text-muted">{texts.pictures.replaces}</p>}
      <div role="alert">{error && <p className="mt-2 text-sm text-danger">{error}</p>}</div>
      {image && <CropDialog image={image} onClose={() => setImage(null)} onSaved={save} />}
    </>
  )
}
