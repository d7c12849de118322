import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { Search } from 'lucide-react'
import { Suspense, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { debounce, limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { classes } from '../ui/classes.ts'
import { isComposing, isEnter } from '../ui/keys.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import { useMedia } from '../ui/useMedia.ts'
import { hrefOf, useFound, type Found, type FoundGroup } from './useFound.ts'

const FoundChoices = lazyPage(() => import('./FoundChoices.tsx'))

/** On blur, selects nothing and keeps the typed text; a selection clears the text. */
function reduce(state: UseComboboxState<Found>, { type, changes }: UseComboboxStateChangeOptions<Found>) {
  const types = useCombobox.stateChangeTypes
  if (type === types.InputBlur) return { ...changes, selectedItem: null, inputValue: state.inputValue }
  if (type === types.ItemClick || type === types.InputKeyDownEnter) return { ...changes, inputValue: '' }
  return changes
}

export function QuickSearch() {
  const narrow = useMedia('(width < 48rem)', true)
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  // Stored by identity, not by index: a group that arrives late must not move another item under the pointer.
  const [lit, setLit] = useState<string | null>(null)
  const typed = text.trim()
  const query = useDebounced(typed, debounce.search)
  const { groups, albums, busy } = useFound(query, narrow ? 3 : 5, query !== typed)
  const all: Found = { kind: 'all', query: typed }
  const choices = [...groups.flatMap((group) => (group.stale ? [] : group.found)), all]

  const type = (next: string) => {
    setText(next)
    setLit(null)
  }
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, closeMenu } =
    useCombobox<Found>({
      items: choices,
      selectedItem: null,
      inputValue: text,
      highlightedIndex: choices.findIndex((choice) => hrefOf(choice) === lit),
      onHighlightedIndexChange: ({ highlightedIndex: index }) => {
        const choice = choices[index]
        setLit(choice ? hrefOf(choice) : null)
      },
      itemToString: () => text,
      itemToKey: (item) => item && hrefOf(item),
      stateReducer: reduce,
      onInputValueChange: ({ inputValue }) => inputValue !== text && type(inputValue),
      onSelectedItemChange: ({ selectedItem }) => selectedItem && navigate(hrefOf(selectedItem)),
    })
  const searchAll = () => {
    if (typed === '') return
    closeMenu()
    type('')
    navigate(paths.search(typed))
  }
  const isShown = isOpen && typed !== ''
  const status = busy ? texts.catalog.searching : outcomeOf(groups)
  return (
    <div role="search" className="relative min-w-0 flex-1 md:max-w-96">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        {...getInputProps({
          'aria-label': texts.catalog.search,
          placeholder: narrow ? texts.layout.searchShort : texts.layout.search,
          maxLength: limits.searchQuery,
          onFocus: () => void FoundChoices.load(),
          // Updates the text immediately: onInputValueChange runs one effect later, which would move the caret.
          onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
          onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
            // A closed list has no active option, even if one was highlighted in it.
            const isChoosing = isShown && highlightedIndex !== -1
            if (isEnter(event.nativeEvent) && !isChoosing) searchAll()
            // Downshift only detects key code 229; in other cases Enter would clear the box.
            if (isComposing(event.nativeEvent))
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
          },
        })}
        type="text"
        enterKeyHint="search"
        autoCapitalize="none"
        spellCheck={false}
        className="h-11 w-full rounded-control bg-sunken pr-3 pl-11 text-base text-ellipsis placeholder:text-muted"
      />
      <div
        className={classes(
          'fixed inset-x-2 top-17 z-40 max-h-[calc(100dvh-5rem)] overflow-y-auto rounded-panel bg-surface p-1.5',
          'shadow-float md:absolute md:inset-x-0 md:top-full md:mt-2',
          !isShown && 'hidden',
        )}
      >
        {isShown && (
          <Suspense>
            <FoundChoices
              groups={groups}
              choices={choices}
              highlighted={highlightedIndex}
              status={status}
              albums={albums}
              getMenuProps={getMenuProps}
              getItemProps={getItemProps}
              onLeave={closeMenu}
            />
          </Suspense>
        )}
      </div>
      <p role="status" className="sr-only">
        {isShown && status}
      </p>
    </div>
  )
}

function outcomeOf(groups: FoundGroup[]): string | null {
  const failure = groups.find((group) => group.failure !== null)?.failure ?? null
  return failure ?? (groups.every((group) => group.found.length === 0) ? texts.catalog.nothingFound : null)
}
