import { X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { texts } from '../../../shared/texts.ts'
import { classes } from '../../ui/classes.ts'
import { box, Frame, useWiring } from '../../ui/Field.tsx'
import { isComposing, isEnter } from '../../ui/keys.ts'
import { optionId, Suggestions } from '../../ui/Suggestions.tsx'
import { tagChip } from '../TagLinks.tsx'
import { areSameTags, settle, tagsIn, tagsProblem, type Typing } from './tagTyping.ts'
import { useTagSuggestions } from './useTagSuggestions.ts'

type TagInputProps = {
  /** the tags, including the one that is being typed */
  value: readonly string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
  className?: string
}

/** Tag field of the log dialog: Enter or a comma completes a tag, Backspace in the empty field removes the last one. */
export function TagInput({ value, onChange, error, className }: TagInputProps) {
  const { typing, announcement, type, complete, remove } = useTyping(value, onChange)
  const { tags, typed } = typing
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const problem = error ?? tagsProblem(tagsIn(typing))
  const { note, control } = useWiring(undefined, { error: problem, hint: texts.tags.hint })
  const { names, lit, move, light, open, close } = useTagSuggestions(typed, tags)
  const isListed = names.length > 0

  const removeTag = (index: number) => {
    remove(index)
    input.current?.focus()
  }
  const typeText = (text: string, isUnfinished = false) => {
    open()
    type(text, isUnfinished)
  }
  const finish = (text = typed) => {
    close()
    complete(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (isEnter(event.nativeEvent) && !event.ctrlKey && !event.metaKey && typed.trim() !== '') {
      event.preventDefault()
      finish(names[lit])
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) removeTag(tags.length - 1)
    else if (isListed && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (isListed && event.key === 'Escape') close()
  }

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
            <Tag key={tag} name={tag} onRemove={() => removeTag(index)} />
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
            aria-controls={isListed ? listId : undefined}
            aria-activedescendant={lit >= 0 ? optionId(listId, lit) : undefined}
            // With this attribute, Escape closes the suggestions and not the dialog (ui/Modal.tsx).
            data-suggests={isListed || undefined}
            onChange={({ target, nativeEvent }) =>
              typeText(target.value, (nativeEvent as InputEvent).isComposing)
            }
            onCompositionEnd={({ currentTarget }) => typeText(currentTarget.value)}
            onKeyDown={onKeyDown}
            // Typed text is not turned into a tag on blur: that could move 'Save' away from under the pointer.
            onBlur={close}
            className="h-8 min-w-24 flex-1 rounded-control bg-transparent px-1.5 text-base pointer-coarse:h-11"
          />
        </div>
        {isListed && (
          <Suggestions
            id={listId}
            label={texts.tags.suggestions}
            options={names.map((name) => ({ key: name, content: name }))}
            lit={lit}
            onLight={light}
            onTake={(index) => finish(names[index])}
            className="z-3"
          />
        )}
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </Frame>
  )
}

/** `announcement` is the last change, for screen readers. */
function useTyping(value: readonly string[], onChange: (tags: string[]) => void) {
  const [typing, setTyping] = useState<Typing>({ tags: value, typed: '' })
  const [lastValue, setLastValue] = useState(value)
  const [announcement, setAnnouncement] = useState('')
  const { tags, typed } = typing
  // The parent changed the tags: it discarded a draft, or loaded a newer state.
  if (value.join('\n') !== lastValue.join('\n')) {
    setLastValue(value)
    if (!areSameTags(value, tagsIn(typing))) setTyping({ tags: value, typed: '' })
  }

  const change = (next: Typing) => {
    setTyping(next)
    const newTags = next.tags.slice(tags.length)
    if (newTags.length > 0) setAnnouncement(newTags.map(texts.tags.added).join('. '))
    onChange(tagsIn(next))
  }
  return {
    typing,
    announcement,
    /** sets the typed text; text of an unfinished composition becomes no tag yet */
    type: (text: string, isUnfinished: boolean) =>
      change(isUnfinished ? { tags, typed: text } : settle({ tags, typed: text }, false)),
    complete: (text: string) => change(settle({ tags, typed: text }, true)),
    remove: (index: number) => {
      change({ tags: tags.filter((_, place) => place !== index), typed })
      setAnnouncement(texts.tags.removed(tags[index]!))
    },
  }
}

function Tag({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className={`${tagChip} flex min-w-0 items-center pl-2.5`}>
      {name}
      <button
        type="button"
        aria-label={texts.tags.remove(name)}
        onClick={onRemove}
        className="tap flex size-7 shrink-0 items-center justify-center rounded-full hover:text-ink"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  )
}
