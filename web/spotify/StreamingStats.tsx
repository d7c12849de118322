import type { SpotifyStats } from '../../shared/spotify.ts'
import { texts } from '../texts/spotify.ts'
import { Section } from '../ui/Page.tsx'
import { AccountLink } from './SpotifyLink.tsx'
import { Stats } from './Stats.tsx'

export default function StreamingStats({ stats }: { stats: SpotifyStats }) {
  return (
    <Section
      title={texts.spotify.title}
      className="mt-12 sm:mt-16"
      aside={<AccountLink profile={stats.profile} />}
    >
      <Stats stats={stats} absent={{}} isOwner={false} canOpen={false} />
    </Section>
  )
}
