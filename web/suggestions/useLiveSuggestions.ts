import { getMutationKey } from '@trpc/react-query'
import { useRef } from 'react'
import type { FollowsEvent } from '../../shared/events.ts'
import type { Suggestion } from '../../shared/suggestions.ts'
import type { Suggested } from '../follows/useFollow.ts'
import { positionOfDocument } from '../lib/firstData.ts'
import { useLiveChanges } from '../lib/live.ts'
import { isNotFound, queryClient, trpc, trpcClient } from '../lib/trpc.ts'

type Shown = Suggestion & Suggested

/** People who were followed here stay in the list, so that it can be undone. */
const isFollowedHere = ({ relation = 'none' }: Suggested): boolean => relation !== 'none'

/** True while the server may not know yet what the list shows. */
const isSaving = ({ nickname }: Shown): boolean =>
  queryClient.isMutating({
    mutationKey: getMutationKey(trpc.follows.set),
    predicate: ({ state }) => (state.variables as { nickname: string } | undefined)?.nickname === nickname,
  }) > 0

/** Keeps suggested people current with what the viewer does in other tabs, and with blocks of either side. */
export function useLiveSuggestions(list: 'people' | 'arriving'): void {
  const utils = trpc.useUtils()
  const suggestions = utils.suggestions[list]
  const shown = (): readonly Shown[] => suggestions.getData()?.people ?? []
  const show = (people: Shown[]) => suggestions.setData(undefined, { people })

  const newestRead = useRef(0)
  const refetch = async () => {
    const read = ++newestRead.current
    const followed = shown().filter((person) => isFollowedHere(person) && !isSaving(person))
    const [{ people }, ended] = await Promise.all([
      trpcClient.suggestions[list].query(),
      endedAmong(followed),
    ])
    // The answer of the read that began last is the newest.
    if (read !== newestRead.current) return
    const next: Shown[] = people.filter(
      ({ nickname }) => !shown().some((each) => each.nickname === nickname && isFollowedHere(each)),
    )
    for (const [index, person] of shown().entries())
      if (isFollowedHere(person) && !ended.has(person.nickname)) next.splice(index, 0, person)
    show(next)
    void utils.suggestions.albums.invalidate()
    void utils.activity.newest.invalidate()
  }
  const onEvent = (event: FollowsEvent) => {
    if (!('nickname' in event)) return
    const person = shown().find(({ nickname }) => nickname === event.nickname)
    const isFollowed = event.type === 'follow.added'
    // This tab has done it, or neither list shows the person.
    if (isFollowed ? !person || isFollowedHere(person) : person && !isFollowedHere(person)) return
    show(
      isFollowed
        ? shown().filter((each) => each !== person)
        : shown().map((each) => (each === person ? { ...each, relation: 'none' } : each)),
    )
    void refetch().catch(() => undefined)
  }
  useLiveChanges(trpc.suggestions.live, {
    from: positionOfDocument(),
    onEvent,
    refetch: () => refetch().catch(() => undefined),
  })
}

/** Returns those of these people whom the viewer no longer follows, or who no longer exist for the viewer. */
async function endedAmong(people: readonly Shown[]): Promise<Set<string>> {
  const ended = await Promise.all(
    people.map(async ({ nickname }) => {
      try {
        const { relation } = await trpcClient.users.profile.query({ nickname })
        return relation !== 'following' && relation !== 'requested' ? [nickname] : []
      } catch (error) {
        return isNotFound(error) ? [nickname] : []
      }
    }),
  )
  return new Set(ended.flat())
}
