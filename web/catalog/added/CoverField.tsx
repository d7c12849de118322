import { useId } from 'react'
import { pictureTypes } from '../../../shared/pictureTypes.ts'
import { texts } from '../../texts/pictures.ts'
import { Button } from '../../ui/Button.tsx'
import { Cover as Sleeve } from '../../ui/Cover.tsx'
import { Frame } from '../../ui/Field.tsx'
import type { Cover } from './useCover.ts'

type CoverFieldProps = {
  cover: Cover
  /** the picture that the album has, while no other one was chosen */
  image: string | null
  names: { artist: string; title: string }
  error: string | undefined
}

export function CoverField({ cover, image, names: { artist, title }, error }: CoverFieldProps) {
  const id = useId()
  const { preview, sent, choose, remove } = cover
  const shown = preview ?? image
  const isUploading = sent !== null
  return (
    <Frame
      label={texts.albums.cover}
      id={id}
      note={`${id}-note`}
      error={cover.error ?? error}
      hint={isUploading ? texts.pictures.uploading(Math.floor(sent * 100)) : texts.pictures.hint}
    >
      <div
        className={
          'relative flex items-center gap-4 rounded-panel border border-dashed border-edge bg-surface p-3 ' +
          'transition-colors duration-150 hover:border-muted has-focus-visible:outline-2 ' +
          'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink'
        }
      >
        <div className="w-24 shrink-0">
          <Sleeve album={{ artist, name: title, image: shown }} size="md" eager />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-2">
          <span
            aria-hidden="true"
            className="flex h-11 items-center rounded-control bg-sunken px-5 font-semibold text-ink"
          >
            {texts.pictures.choose}
          </span>
          <span aria-hidden="true" className="text-sm text-muted pointer-coarse:hidden">
            {texts.pictures.drop}
          </span>
        </div>
        {/* An invisible input over the whole box, which also takes a dropped file. */}
        <input
          id={id}
          type="file"
          accept={pictureTypes}
          aria-describedby={`${id}-note`}
          aria-invalid={(cover.error ?? error) ? true : undefined}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) choose(file)
            // Resets the value, so that the same file can be chosen again.
            target.value = ''
          }}
          className="absolute inset-0 cursor-pointer opacity-0 file:size-full file:cursor-pointer"
        />
        {shown && (
          <Button size="sm" onClick={remove} className="relative ml-auto">
            {texts.pictures.remove}
          </Button>
        )}
      </div>
    </Frame>
  )
}
