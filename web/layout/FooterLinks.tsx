import { Link as LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { InstagramIcon, LetterboxdIcon, TwitterIcon, type IconProps } from '../ui/SocialIcons.tsx'

type Service = { name: string; Icon?: (props: IconProps) => ReactNode }

const services: Record<string, Service> = {
  'instagram.com': { name: 'Instagram', Icon: InstagramIcon },
  'letterboxd.com': { name: 'Letterboxd', Icon: LetterboxdIcon },
  'x.com': { name: 'X', Icon: TwitterIcon },
  'twitter.com': { name: 'Twitter', Icon: TwitterIcon },
  'bsky.app': { name: 'Bluesky' },
  'discord.com': { name: 'Discord' },
  'discord.gg': { name: 'Discord' },
  'facebook.com': { name: 'Facebook' },
  'github.com': { name: 'GitHub' },
  'last.fm': { name: 'Last.fm' },
  'reddit.com': { name: 'Reddit' },
  't.me': { name: 'Telegram' },
  'threads.net': { name: 'Threads' },
  'tiktok.com': { name: 'TikTok' },
  'youtube.com': { name: 'YouTube' },
}

function serviceOf(url: string): Service {
  const host = new URL(url).host.replace(/^www\./, '')
  const domain = Object.keys(services).find((suffix) => host === suffix || host.endsWith(`.${suffix}`))
  return domain ? services[domain]! : { name: host }
}

export default function FooterLinks({ urls }: { urls: string[] }) {
  return (
    <ul aria-label={texts.layout.elsewhere} className="-mx-2 flex flex-wrap">
      {urls.map((url) => {
        const { name, Icon = LinkIcon } = serviceOf(url)
        return (
          <li key={url} className="max-w-full min-w-0">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="flex h-11 items-center gap-2 rounded-control px-2 font-semibold hover:text-ink"
            >
              <span aria-hidden="true" className="shrink-0">
                <Icon size={18} />
              </span>
              <span className="truncate">{name}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
