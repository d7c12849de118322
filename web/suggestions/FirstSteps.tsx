import { failureOf } from '../lib/failureOf.ts'
import { fiveMinutes, trpc } from '../lib/trpc.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { texts } from '../texts/arriving.ts'
import { InlineError } from '../ui/EmptyState.tsx'
import { Section } from '../ui/Page.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { PeopleToFollow } from './PeopleToFollow.tsx'

/** Below an empty feed: people to follow, and what is popular. */
export default function FirstSteps() {
  return (
    <div className="mt-4 space-y-14 border-t border-line pt-10">
      <Section title={texts.arriving.follow}>
        <PeopleToFollow />
      </Section>
      <Section title={texts.arriving.popular}>
        <PopularThisWeek />
      </Section>
    </div>
  )
}

function PopularThisWeek() {
  const popular = trpc.suggestions.week.useQuery(undefined, { staleTime: fiveMinutes })
  if (popular.data) {
    const { albums } = popular.data
    if (albums.length === 0) return <p className="text-muted">{texts.catalog.noAlbums}</p>
    return <MarkedGrid albums={albums} label={texts.arriving.popular} />
  }
  if (popular.isError) return <InlineError {...failureOf(popular, texts.catalog.popularAlbumsFailed)} />
  return <AlbumGridSkeleton count={6} />
}
