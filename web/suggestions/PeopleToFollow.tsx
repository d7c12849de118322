import { failureOf } from '../lib/failureOf.ts'
import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/arriving.ts'
import { InlineError } from '../ui/EmptyState.tsx'
import { PeopleSkeleton, SuggestedPeople } from './SuggestedPeople.tsx'
import { useLiveSuggestions } from './useLiveSuggestions.ts'

/** People who love the same albums, then people whom many follow. Those who were followed since stay, so that it can be undone. */
export function PeopleToFollow() {
  const suggestions = trpc.suggestions.arriving.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  useLiveSuggestions('arriving')
  if (suggestions.data) {
    const { people } = suggestions.data
    if (people.length === 0) return <p className="text-muted">{texts.arriving.nobody}</p>
    return <SuggestedPeople people={people} label={texts.arriving.follow} />
  }
  if (suggestions.isError) return <InlineError {...failureOf(suggestions, texts.follows.listFailed)} />
  return <PeopleSkeleton count={6} />
}
