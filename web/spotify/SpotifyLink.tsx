import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SpotifyStats } from '../../shared/spotify.ts'
import { texts } from '../texts/spotify.ts'
import { textLink } from '../ui/Page.tsx'

type SpotifyLinkProps = { url: string | null; className?: string; children: ReactNode }

/** Link to Spotify, which its terms require for all content; a local file has no address. */
export function SpotifyLink({ url, className, children }: SpotifyLinkProps) {
  if (!url) return <span className={className}>{children}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={texts.spotify.open} className={className}>
      {children}
    </a>
  )
}

export function AccountLink({ profile: { name, url } }: { profile: SpotifyStats['profile'] }) {
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={`inline-flex min-w-0 items-center gap-1 ${textLink}`}
    >
      <span className="truncate">{texts.spotify.onSpotify(name)}</span>
      <ArrowUpRight size={16} className="shrink-0" aria-hidden="true" />
    </a>
  )
}
