import { Suspense, useState, type ComponentProps } from 'react'
import { texts } from '../../shared/texts.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { TextField } from '../ui/Field.tsx'
import { useDebounced } from '../ui/useDebounced.ts'

const PictureButtons = lazyPage(() => import('./PictureButtons.tsx'), 'pictures')

export const preparePictureButtons = (): void => void PictureButtons.load().catch(() => undefined)

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
            className={`absolute inset-0 size-20 rounded-full bg-sunken object-cover ${state?.well ? '' : 'opacity-0'}`}
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
          hint={typed ? looks : undefined}
        />
        <div className="mt-2 min-h-9 pointer-coarse:min-h-11">
          <Suspense>
            <PictureButtons isUploaded={uploaded !== null} onChange={onPicture} />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
