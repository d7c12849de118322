import { useState, type ComponentProps } from 'react'
import { texts } from '../texts/pictures.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { TextField } from '../ui/Field.tsx'
import { useDebounced } from '../ui/useDebounced.ts'
import { PictureButtons } from './PictureButtons.tsx'

type AvatarFieldProps = {
  nickname: string
  url: string
  error: string | undefined
  /** address of the uploaded picture, shown while no other one is typed */
  uploaded: string | null
  onPicture: (avatar: string | null) => void
} & Omit<ComponentProps<'input'>, 'className'>

const STILL = 400

export function AvatarField({ nickname, url, error, uploaded, onPicture, ...field }: AvatarFieldProps) {
  const [preview, setPreview] = useState<{ url: string; well: boolean } | null>(null)
  const settledUrl = useDebounced(url.trim(), STILL)
  const typed = /^https?:\/\/.+\/./i.test(settledUrl) ? settledUrl : null
  const src = typed ?? (settledUrl === '' ? uploaded : null)
  const state = preview?.url === src ? preview : null
  const looks =
    state === null ? texts.users.pictureLoading : state.well ? texts.users.pictureLooks : undefined
  const hint = typed ? looks : uploaded ? texts.pictures.replaces : undefined
  return (
    <div className="mb-3 flex items-start gap-5">
      <div className="relative mt-1 size-20 shrink-0">
        <Avatar nickname={nickname || '?'} src={null} size="preview" />
        {src && (
          <img
            key={src}
            src={src}
            alt={state?.well ? texts.users.picturePreview : ''}
            referrerPolicy="no-referrer"
            onLoad={() => setPreview({ url: src, well: true })}
            onError={() => setPreview({ url: src, well: false })}
            className={`absolute inset-0 size-20 rounded-full object-cover ${state?.well ? '' : 'opacity-0'}`}
          />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <TextField
          {...field}
          label={texts.users.avatar}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          error={error}
          hint={hint}
        />
        <PictureButtons isUploaded={uploaded !== null} onChange={onPicture} />
      </div>
    </div>
  )
}
