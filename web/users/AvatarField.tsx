import { useState, type ComponentProps } from 'react'
import { texts } from '../../shared/texts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { TextField } from '../ui/Field.tsx'
import { useDebounced } from '../ui/useDebounced.ts'

type AvatarFieldProps = {
  nickname: string
  url: string
  error: string | undefined
} & Omit<ComponentProps<'input'>, 'className'>

const STILL = 400

export function AvatarField({ nickname, url, error, ...field }: AvatarFieldProps) {
  const [preview, setPreview] = useState<{ url: string; well: boolean } | null>(null)
  const settledUrl = useDebounced(url.trim(), STILL)
  const src = /^https?:\/\/.+\/./i.test(settledUrl) ? settledUrl : null
  const state = preview?.url === src ? preview : null
  const hint =
    src && (state === null ? texts.users.pictureLoading : state.well ? texts.users.pictureLooks : undefined)
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
        hint={hint ?? undefined}
        className="min-w-0 flex-1"
      />
    </div>
  )
}
