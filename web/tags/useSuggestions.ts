import { useState } from 'react'
import { debounce, limits } from '../../shared/limits.ts'
import { tagKey } from '../../shared/tagKey.ts'
import { trpc } from '../lib/trpc.ts'
import { useDebounced } from '../ui/useDebounced.ts'

/** The viewer's own tags that begin with what is typed, without those that are there; and the one that the keys are on. */
export function useSuggestions(typed: string, taken: readonly string[]) {
  const text = typed.trim()
  const query = useDebounced(text, debounce.search)
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState(-1)
  const isAsked = isOpen && query !== '' && query.length <= limits.searchQuery
  const { data } = trpc.tags.suggest.useQuery({ query }, { enabled: isAsked, staleTime: 10_000 })
  const keys = new Set(taken.map(tagKey))
  // The answer to what was typed before still fits as long as it begins so.
  const shown = isAsked && text !== '' ? (data ?? []) : []
  const names = shown
    .map(({ name }) => name)
    .filter((name) => !keys.has(tagKey(name)) && tagKey(name).startsWith(tagKey(text)))
  const lit = place < names.length ? place : -1

  return {
    names,
    lit,
    /** one further, or one back; off the list at either end */
    move: (by: 1 | -1) => {
      const places = names.length + 1
      setPlace(((lit + 1 + by + places) % places) - 1)
    },
    light: setPlace,
    open: () => {
      setOpen(true)
      setPlace(-1)
    },
    close: () => setOpen(false),
  }
}
