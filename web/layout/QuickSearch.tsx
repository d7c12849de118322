import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { Search } from 'lucide-react'
import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { debounce } from '../../shared/limits.ts'
import { messages } from '../../shared/messages.ts'
import { paths } from '../../shared/paths.ts'
import { classes } from '../ui/classes.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import { useMedia } from '../ui/useMedia.ts'
import { FoundGroups } from './FoundGroups.tsx'
import { hrefOf, useFound, type Found } from './useFound.ts'

/** Leaving the box chooses nothing and keeps what was typed; choosing empties it. */
function reduce(state: UseComboboxState<Found>, { type, changes }: UseComboboxStateChangeOptions<Found>) {
  const types = useCombobox.stateChangeTypes
  if (type === types.InputBlur) return { ...changes, selectedItem: null, inputValue: state.inputValue }
  if (type === types.ItemClick || type === types.InputKeyDownEnter) return { ...changes, inputValue: '' }
  return changes
}

/** The search of the top bar: people and albums while one types, all albums on Enter. */
export function QuickSearch() {
  const narrow = useMedia('(width < 48rem)')
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const typed = text.trim()
  const query = useDebounced(typed, debounce.search)
  const { groups, busy, failure } = useFound(query, narrow ? 3 : 5)
  const pending = busy || query !== typed
  // What is shown while a newer search runs is dimmed and cannot be chosen.
  const choices = pending ? [] : groups.flatMap((group) => group.found)

  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, closeMenu } = useCombobox<Found>({
    items: choices,
    selectedItem: null,
    inputValue: text,
    itemToString: () => text,
    itemToKey: (item) => item && hrefOf(item),
    stateReducer: reduce,
    onInputValueChange: ({ inputValue }) => setText(inputValue),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && navigate(hrefOf(selectedItem)),
  })

  const searchAll = () => {
    if (typed === '') return
    closeMenu()
    setText('')
    navigate(`${paths.albums()}?q=${encodeURIComponent(typed)}`)
  }

  const open = isOpen && typed !== ''
  const nothing = !pending && choices.length === 0
  const status = pending ? messages.catalog.searching : nothing ? (failure ?? messages.catalog.nothingFound) : null
  return (
    <div role="search" className="relative min-w-0 flex-1 md:max-w-96">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        {...getInputProps({
          'aria-label': 'Search',
          placeholder: narrow ? 'Ara...' : 'Search album, artist or user...',
          // At once: onInputValueChange comes an effect later, which would move the caret.
          onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
          onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && highlightedIndex === -1) searchAll()
          },
        })}
        type="text"
        enterKeyHint="search"
        autoCapitalize="none"
        spellCheck={false}
        className="h-11 w-full rounded-control bg-sunken pr-3 pl-11 text-base placeholder:text-muted"
      />
      <div
        className={classes(
          'fixed inset-x-2 top-17 z-40 max-h-[calc(100dvh-5rem)] overflow-y-auto rounded-panel bg-surface p-1.5',
          'shadow-float md:absolute md:inset-x-0 md:top-full md:mt-2',
          !open && 'hidden',
        )}
      >
        <p role="status" className={classes('px-3 py-2.5 text-sm text-muted', !(open && status) && 'sr-only')}>
          {open && status}
        </p>
        <div {...getMenuProps({ 'aria-label': 'Search results' })} className={classes(pending && 'opacity-50')}>
          {open && (
            <FoundGroups
              groups={groups}
              highlighted={pending ? -1 : highlightedIndex}
              getItemProps={getItemProps}
              inert={pending}
            />
          )}
        </div>
      </div>
    </div>
  )
}
