import { X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { texts } from '../../shared/texts.ts'
import { classes } from '../ui/classes.ts'
import { box, Frame, useWiring } from '../ui/Field.tsx'
import { isComposing, isEnter } from '../ui/keys.ts'
import { tagChip } from './TagLinks.tsx'
import { areSameTags, settle, tagsIn, tagsProblem, type Typing } from './typing.ts'
import { useSuggestions } from './useSuggestions.ts'

type TagInputProps = {
  /** the tags, including the one that is being typed */
  value: readonly string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
  className?: string
}

/** Tag field of the log dialog: Enter or a comma completes a tag, Backspace in the empty field removes the last one. */
export function TagInput({ value, onChange, error, className }: TagInputProps) {
  const [typing, setTyping] = useState<Typing>({ tags: value, typed: '' })
  const [known, setKnown] = useState(value)
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const { tags, typed } = typing
  // The parent changed the tags: it discarded a draft, or loaded a newer state.
  if (value.join('\n') !== known.join('\n')) {
    setKnown(value)
    if (!areSameTags(value, tagsIn(typing))) setTyping({ tags: value, typed: '' })
  }
  const problem = error ?? tagsProblem(tagsIn(typing))
  const { note, control } = useWiring(undefined, { error: problem, hint: texts.tags.hint })
  const { names, lit, move, light, open, close } = useSuggestions(typed, tags)

  const change = (next: Typing) => {
    setTyping(next)
    const fresh = next.tags.slice(tags.length)
    if (fresh.length > 0) setSaid(fresh.map(texts.tags.added).join('. '))
    onChange(tagsIn(next))
  }
  const remove = (index: number) => {
    const gone = tags[index]!
    change({ tags: tags.filter((_, place) => place !== index), typed })
    setSaid(texts.tags.removed(gone))
    input.current?.focus()
  }
  const type = (text: string, isDone = false) => {
    open()
    change(isDone ? { tags, typed: text } : settle({ tags, typed: text }, false))
  }
  const finish = (text = typed) => {
    close()
    change(settle({ tags, typed: text }, true))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const isListed = names.length > 0
    if (isEnter(event.nativeEvent) && !event.ctrlKey && !event.metaKey && typed.trim() !== '') {
      event.preventDefault()
      finish(names[lit])
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) remove(tags.length - 1)
    else if (isListed && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (isListed && event.key === 'Escape') close()
  }

  const option = (index: number) => `${listId}-${index}`
  return (
    <Frame
      label={texts.tags.title}
      error={problem}
      hint={texts.tags.hint}
      id={control.id}
      {...{ note, className }}
    >
      <div className="relative">
        <div className={classes(box(problem), 'flex min-h-11 flex-wrap items-center gap-1.5 px-2 py-1.5')}>
          {tags.map((tag, index) => (
            <span key={tag} className={`${tagChip} flex min-w-0 items-center pl-2.5`}>
              {tag}
              <button
                type="button"
                aria-label={texts.tags.remove(tag)}
                onClick={() => remove(index)}
                className="tap flex size-7 shrink-0 items-center justify-center rounded-full hover:text-ink"
              >
                <X size={14} aria-hidden="true" />
              </button>
            </span>
          ))}
          <input
            {...control}
            ref={input}
            type="text"
            value={typed}
            enterKeyHint="enter"
            autoComplete="off"
            autoCapitalize="none"
            aria-autocomplete="list"
            aria-controls={names.length > 0 ? listId : undefined}
            aria-activedescendant={lit >= 0 ? option(lit) : undefined}
            // With this attribute, Escape closes the suggestions and not the dialog (ui/Modal.tsx).
            data-suggests={names.length > 0 || undefined}
            onChange={({ target, nativeEvent }) =>
              type(target.value, (nativeEvent as InputEvent).isComposing)
            }
            onCompositionEnd={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={onKeyDown}
            // Typed text is not turned into a tag on blur: that could move 'Save' away from under the pointer.
            onBlur={close}
            className="h-8 min-w-24 flex-1 rounded-control bg-transparent px-1.5 text-base pointer-coarse:h-11"
          />
        </div>
        {names.length > 0 && (
          <div
            id={listId}
            role="listbox"
            aria-label={texts.tags.suggestions}
            className="absolute inset-x-0 top-full z-3 mt-1 rounded-panel bg-surface p-1.5 shadow-float"
          >
            {names.map((name, index) => (
              <button
                key={name}
                type="button"
                tabIndex={-1}
                id={option(index)}
                role="option"
                aria-selected={index === lit}
                // Keeps the focus in the field.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onPointerEnter={() => light(index)}
                onClick={() => finish(name)}
                className={classes(
                  'flex min-h-11 w-full items-center text-start rounded-control px-3 wrap-anywhere',
                  index === lit && 'bg-sunken',
                )}
              >
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
      <span role="status" className="sr-only">
        {said}
      </span>
    </Frame>
  )
}
