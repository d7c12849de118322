import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Thread } from '../../shared/comments.ts'
import { debounce } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { isComposing, isEnter } from '../ui/keys.ts'
import { optionId, Suggestions } from '../ui/Suggestions.tsx'
import { useDebounced } from '../ui/useDebounced.ts'

/** An unfinished mention before the cursor. '@' after certain characters belongs to something else (shared/mentions.ts). */
const typed = /(?:^|[^\p{L}\p{N}./=@])@([a-zA-Z0-9_]{0,30})$/u

type Place = { query: string; from: number; to: number }

function placeIn(box: HTMLTextAreaElement): Place | null {
  const { selectionStart: to, selectionEnd } = box
  const query = to === selectionEnd ? typed.exec(box.value.slice(0, to))?.[1] : undefined
  return query === undefined ? null : { query, from: to - query.length, to }
}

type MentionSuggestionsProps = { root: HTMLElement; thread?: Thread }

export default function MentionSuggestions({ root, thread }: MentionSuggestionsProps) {
  const place = useMention(root)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [highlight, setHighlight] = useState<{ place: Place; index: number } | null>(null)
  const listId = useId()
  const query = useDebounced(place?.query ?? '', debounce.search)
  const isOpen = place !== null && place.from !== closedAt
  const { data } = trpc.notifications.suggest.useQuery(
    { query, ...(thread && { thread }) },
    { enabled: isOpen, staleTime: 10_000 },
  )
  // The result for an earlier query is still valid for nicknames with the current prefix.
  const prefix = place?.query.toLowerCase() ?? ''
  const people = isOpen ? (data ?? []).filter(({ nickname }) => nickname.startsWith(prefix)) : []
  const lit = Math.min(highlight?.place === place ? highlight.index : 0, people.length - 1)
  const light = (index: number) => place && setHighlight({ place, index })

  function take(index: number) {
    const box = boxIn(root)
    const person = people[index]
    if (!box || !place || !person) return
    box.setSelectionRange(place.from, place.to)
    box.setRangeText(`${person.nickname} `, place.from, place.to, 'end')
    // Simulates typing, so that React and the form notice the change.
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
  }
  useKeys(root, (event) => {
    if (people.length === 0 || isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) light((lit + step + people.length) % people.length)
    else if ((isEnter(event) && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') take(lit)
    else if (event.key === 'Escape') setClosedAt(place!.from)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useActiveOption(root, listId, lit)

  if (people.length === 0) return null
  return (
    <Suggestions
      id={listId}
      label={texts.notifications.suggestions}
      options={people.map(({ nickname, avatar }) => ({
        key: nickname,
        content: (
          <>
            <Avatar nickname={nickname} src={avatar} size="sm" />
            <span className="min-w-0 truncate">{nickname}</span>
          </>
        ),
      }))}
      lit={lit}
      onLight={light}
      onTake={take}
      className="z-20"
    />
  )
}

const boxIn = (root: HTMLElement) => root.querySelector('textarea')

/** Returns the unfinished mention before the cursor; null if there is none, or the box is not focused. */
function useMention(root: HTMLElement): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    const update = () => {
      const box = boxIn(root)
      const next = box && document.activeElement === box ? placeIn(box) : null
      setPlace((previous) =>
        previous?.from === next?.from && previous?.query === next?.query ? previous : next,
      )
    }
    document.addEventListener('selectionchange', update)
    root.addEventListener('input', update)
    root.addEventListener('focusout', update)
    update()
    return () => {
      document.removeEventListener('selectionchange', update)
      root.removeEventListener('input', update)
      root.removeEventListener('focusout', update)
    }
  }, [root])
  return place
}

/** Handles keys in the capture phase: before React and the surrounding dialog. */
function useKeys(root: HTMLElement, onKeyDown: (event: KeyboardEvent) => void) {
  const onKey = useEffectEvent(onKeyDown)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    root.addEventListener('keydown', listener, { capture: true })
    return () => root.removeEventListener('keydown', listener, { capture: true })
  }, [root])
}

/** `lit` is negative without suggestions. */
function useActiveOption(root: HTMLElement, listId: string, lit: number) {
  useEffect(() => {
    const box = boxIn(root)
    if (!box || lit < 0) return
    box.setAttribute('aria-controls', listId)
    box.setAttribute('aria-activedescendant', optionId(listId, lit))
    box.dataset.suggests = 'true'
    return () => {
      box.removeAttribute('aria-controls')
      box.removeAttribute('aria-activedescendant')
      delete box.dataset.suggests
    }
  }, [root, listId, lit])
}
