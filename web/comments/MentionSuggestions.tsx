import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Thread } from '../../shared/comments.ts'
import { debounce } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { isComposing, isEnter } from '../ui/keys.ts'
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

/** Suggestions below the text box in `root`; Enter or Tab inserts the highlighted one. */
export default function MentionSuggestions({ root, thread }: MentionSuggestionsProps) {
  const [place, setPlace] = useState<Place | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [lit, setLit] = useState(0)
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
  const at = Math.min(lit, people.length - 1)

  function take(index: number) {
    const box = root.querySelector('textarea')
    const person = people[index]
    if (!box || !place || !person) return
    box.setSelectionRange(place.from, place.to)
    box.setRangeText(`${person.nickname} `, place.from, place.to, 'end')
    // Simulates typing, so that React and the form notice the change.
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
  }
  const look = useEffectEvent(() => {
    const box = root.querySelector('textarea')
    const next = box && document.activeElement === box ? placeIn(box) : null
    setPlace((before) => (before?.from === next?.from && before?.query === next?.query ? before : next))
    if (next?.from !== place?.from || next?.query !== place?.query) setLit(0)
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (people.length === 0 || isComposing(event)) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) setLit((at + by + people.length) % people.length)
    else if ((isEnter(event) && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') take(at)
    else if (event.key === 'Escape') setClosedAt(place!.from)
    else return
    event.preventDefault()
    event.stopPropagation()
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    const onLook = () => look()
    // In the capture phase: before React and the surrounding dialog handle the key.
    root.addEventListener('keydown', onKey, { capture: true })
    document.addEventListener('selectionchange', onLook)
    root.addEventListener('input', onLook)
    root.addEventListener('focusout', onLook)
    onLook()
    return () => {
      root.removeEventListener('keydown', onKey, { capture: true })
      document.removeEventListener('selectionchange', onLook)
      root.removeEventListener('input', onLook)
      root.removeEventListener('focusout', onLook)
    }
  }, [root])

  const isListed = people.length > 0
  useEffect(() => {
    const box = root.querySelector('textarea')
    if (!box || !isListed) return
    box.setAttribute('aria-controls', listId)
    box.setAttribute('aria-activedescendant', `${listId}-${at}`)
    box.dataset.suggests = 'true'
    return () => {
      box.removeAttribute('aria-controls')
      box.removeAttribute('aria-activedescendant')
      delete box.dataset.suggests
    }
  }, [root, isListed, at, listId])

  if (!isListed) return null
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={texts.notifications.suggestions}
      className="absolute inset-x-0 top-full z-20 mt-1 rounded-panel bg-surface p-1.5 shadow-float"
    >
      {people.map(({ nickname, avatar }, index) => (
        <button
          key={nickname}
          type="button"
          tabIndex={-1}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === at}
          // Keep the focus in the box.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onPointerEnter={() => setLit(index)}
          onClick={() => take(index)}
          className={classes(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start',
            index === at && 'bg-sunken',
          )}
        >
          <Avatar nickname={nickname} src={avatar} size="sm" />
          <span className="min-w-0 truncate">{nickname}</span>
        </button>
      ))}
    </div>
  )
}
