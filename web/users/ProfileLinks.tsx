import { Link as LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseUrl } from '../../shared/parseUrl.ts'
import { texts } from '../../shared/texts.ts'
import type { ProfileLink } from '../../shared/users.ts'
import { InstagramIcon, LetterboxdIcon, TwitterIcon, type IconProps } from '../ui/SocialIcons.tsx'

type SocialKind = { name: string; example: string; Icon: (props: IconProps) => ReactNode }
type Social = Exclude<ProfileLink['type'], 'custom'>

export const socialKinds: Record<Social, SocialKind> = {
  twitter: { name: 'Twitter', example: `https://x.com/${texts.users.handle}`, Icon: TwitterIcon },
  letterboxd: {
    name: 'Letterboxd',
    example: `https://letterboxd.com/${texts.users.handle}`,
    Icon: LetterboxdIcon,
  },
  instagram: {
    name: 'Instagram',
    example: `https://instagram.com/${texts.users.handle}`,
    Icon: InstagramIcon,
  },
}

/** 'example.com/notes' */
function shownAddress(url: string): string {
  const parsed = parseUrl(url)
  if (!parsed) return url
  const { host, pathname } = parsed
  return host.replace(/^www\./, '') + pathname.replace(/\/$/, '')
}

const externalLink = { target: '_blank', rel: 'noopener nofollow ugc' } as const

export function ProfileLinks({ links, className }: { links: ProfileLink[]; className?: string }) {
  if (links.length === 0) return null
  return (
    <ul
      aria-label={texts.users.links}
      className={`flex flex-wrap items-center gap-x-1 gap-y-1 ${className ?? ''}`}
    >
      {links.map(({ type, url }, index) => (
        <li key={index} className="max-w-full min-w-0">
          {type === 'custom' ? <CustomLink url={url} /> : <SocialLink type={type} url={url} />}
        </li>
      ))}
    </ul>
  )
}

function SocialLink({ type, url }: { type: Social; url: string }) {
  const { name, Icon } = socialKinds[type]
  return (
    <a
      href={url}
      {...externalLink}
      title={name}
      aria-label={name}
      className={
        'flex size-11 items-center justify-center rounded-full text-muted transition-colors duration-150 ' +
        'hover:bg-sunken hover:text-ink'
      }
    >
      <Icon size={20} />
    </a>
  )
}

function CustomLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      {...externalLink}
      className={
        'flex min-h-11 items-center gap-1.5 rounded-control px-2 font-medium text-muted underline-offset-4 ' +
        'hover:text-ink hover:underline'
      }
    >
      <LinkIcon size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{shownAddress(url)}</span>
    </a>
  )
}
