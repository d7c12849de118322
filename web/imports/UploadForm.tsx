import { useId } from 'react'
import { texts } from '../texts/imports.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { endUpload, startUpload, useUpload } from './upload.ts'

export function UploadForm({ onArrived }: { onArrived: () => void }) {
  const upload = useUpload()
  const id = useId()
  if (upload && upload.error === null)
    return (
      <div className="space-y-4">
        <ProgressBar
          text={texts.imports.uploading(upload.fileName)}
          percent={Math.floor(upload.sent * 100)}
        />
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
        {/* An invisible input over our own label: browsers use different texts and sizes for file inputs. */}
        <div
          className={
            'relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-dashed border-edge bg-surface p-4 ' +
            'text-muted transition-colors duration-150 hover:border-muted has-focus-visible:outline-2 ' +
            'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink sm:p-6'
          }
        >
          <span
            aria-hidden="true"
            className="flex h-11 items-center rounded-control bg-accent px-5 font-semibold text-on-accent"
          >
            {texts.imports.chooseFile}
          </span>
          <span aria-hidden="true" className="pointer-coarse:hidden">
            {texts.imports.dropFile}
          </span>
          <input
            id={id}
            type="file"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) startUpload(file, onArrived)
              // Resets the value, so that the same file can be chosen again.
              target.value = ''
            }}
            className="absolute inset-0 cursor-pointer opacity-0 file:size-full file:cursor-pointer"
          />
        </div>
        <p id={`${id}-hint`} className="max-w-reading text-sm text-muted">
          {texts.imports.fileHint}
        </p>
      </div>
    </div>
  )
}
