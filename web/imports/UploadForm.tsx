import { useId } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { endUpload, startUpload, useUpload } from './upload.ts'

/** Takes a file, which is on its way as soon as it is chosen. */
export function UploadForm({ onArrived }: { onArrived: () => void }) {
  const upload = useUpload()
  const id = useId()
  if (upload && upload.error === null)
    return (
      <div className="space-y-4">
        <ProgressBar text={texts.imports.uploading(upload.fileName)} done={upload.sent} />
        <Button onClick={endUpload}>{texts.cancel}</Button>
      </div>
    )
  return (
    <div className="space-y-4">
      <ErrorBanner text={upload?.error ?? null} />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {texts.imports.file}
        </label>
        <input
          id={id}
          type="file"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) startUpload(file, onArrived)
            // The same file can be chosen again.
            target.value = ''
          }}
          className={
            'w-full cursor-pointer rounded-panel border border-dashed border-edge bg-surface p-4 text-base text-muted ' +
            'transition-colors duration-150 hover:border-muted file:mr-4 file:h-11 file:cursor-pointer file:rounded-control ' +
            'file:border-0 file:bg-accent file:px-5 file:font-semibold file:text-on-accent sm:p-6'
          }
        />
        <p id={`${id}-hint`} className="max-w-reading text-sm text-muted">
          {texts.imports.fileHint}
        </p>
      </div>
    </div>
  )
}
