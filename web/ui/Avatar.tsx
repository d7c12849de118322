import { useState } from 'react'
import { hueOf } from '../../shared/look.ts'
import { avatarSet } from '../../shared/pictures.ts'
import { classes } from './classes.ts'

const tones = [
  'bg-[#8c3b21]',
  'bg-[#6b4a16]',
  'bg-[#3f5a2e]',
  'bg-[#1f5a57]',
  'bg-[#2f4c78]',
  'bg-[#5a4180]',
  'bg-[#7d3560]',
  'bg-[#5b4a3e]',
]
const sizes = {
  xs: 'size-7 text-[0.625rem]',
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  preview: 'size-20 text-2xl',
  lg: 'size-20 text-2xl sm:size-32 sm:text-3xl',
}

type AvatarProps = { nickname: string; src: string | null; size?: keyof typeof sizes; className?: string }

/** Decorative: the nickname is always shown next to it. */
export function Avatar({ nickname, src, size = 'md', className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const shape = classes('shrink-0 rounded-full', sizes[size], className)
  if (src && src !== brokenUrl) {
    return (
      <img
        src={src}
        srcSet={avatarSet(src)}
        sizes={size === 'lg' ? '128px' : '48px'}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBrokenUrl(src)}
        className={classes('bg-sunken object-cover', shape)}
      />
    )
  }
  const tone = tones[hueOf(nickname, tones.length)]
  return (
    <span
      aria-hidden="true"
      className={classes('flex items-center justify-center font-bold text-[#fff]', tone, shape)}
    >
      {nickname.slice(0, 2).toUpperCase()}
    </span>
  )
}
