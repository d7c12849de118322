import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import {
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useLocation } from 'wouter'
import { debounce } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { classes } from '../ui/classes.ts'
import { isComposing, isEnter } from '../ui/keys.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import { FoundChoices } from './FoundChoices.tsx'
import { hrefOf, useFound, type Found, type FoundGroup } from './useFound.ts'

/** The box's events, handled by the list. */
export type BoxHandlers = Required<
  Pick<ComponentProps<'input'>, 'onChange' | 'onKeyDown' | 'onBlur' | 'onClick'>
>
/** `active`: id of the highlighted option, or '' */
export type BoxState = { isOpen: boolean; active: string }

type QuickSearchListProps = {
  /** prefix of the ids of the box and its list */
  id: string
  input: RefObject<HTMLInputElement | null>
  /** registers the handlers of the box's events; null when the list is gone */
  onHandlers: (handlers: BoxHandlers | null) => void
  text: string
  narrow: boolean
  onText: (text: string) => void
  onState: (state: BoxState) => void
  onSearchAll: () => void
}

/** On blur, selects nothing and keeps the typed text; a selection clears the text. */
function reduce(state: UseComboboxState<Found>, { type, changes }: UseComboboxStateChangeOptions<Found>) {
  const types = useCombobox.stateChangeTypes
  if (type === types.InputBlur) return { ...changes, selectedItem: null, inputValue: state.inputValue }
  if (type === types.ItemClick || type === types.InputKeyDownEnter) return { ...changes, inputValue: '' }
  return changes
}

/** The list under the search box (QuickSearch.tsx), which gets the box's event handlers and ARIA state from it. */
export default function QuickSearchList({ id, text, narrow, ...box }: QuickSearchListProps) {
  const [, navigate] = useLocation()
  // Stored by identity, not by index: a group that arrives late must not move another item under the pointer.
  const [lit, setLit] = useState<string | null>(null)
  const typed = text.trim()
  const query = useDebounced(typed, debounce.search)
  const { groups, albums, busy } = useFound(query, narrow ? 3 : 5, query !== typed)
  const all: Found = { kind: 'all', query: typed }
  const choices = [...groups.flatMap((group) => (group.stale ? [] : group.found)), all]

  const type = (next: string) => {
    box.onText(next)
    setLit(null)
  }
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, closeMenu } =
    useCombobox<Found>({
      inputId: `${id}-input`,
      menuId: `${id}-menu`,
      getItemId: (index) => itemId(id, index),
      items: choices,
      // Text that was typed before this list was loaded is searched as well.
      initialIsOpen: typed !== '' && document.activeElement === box.input.current,
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
  const isShown = isOpen && typed !== ''
  const status = busy ? texts.catalog.searching : outcomeOf(groups)
  const { ref, onChange, onKeyDown, onBlur, onClick } = getInputProps(
    {
      onChange: () => setLit(null),
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        // A closed list has no active option, even if one was highlighted in it.
        const isChoosing = isShown && highlightedIndex !== -1
        if (isEnter(event.nativeEvent) && !isChoosing) {
          closeMenu()
          setLit(null)
          box.onSearchAll()
        }
        // Downshift only detects key code 229; in other cases Enter would clear the box.
        if (isComposing(event.nativeEvent))
          Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
      },
    },
    { suppressRefError: true },
  ) as BoxHandlers & { ref: (element: HTMLInputElement | null) => void }
  useBox(box, { ref, onChange, onKeyDown, onBlur, onClick })
  const { onState } = box
  const active = isOpen && highlightedIndex !== -1 ? itemId(id, highlightedIndex) : ''
  useEffect(() => onState({ isOpen, active }), [onState, isOpen, active])
  return (
    <>
      <div
        className={classes(
          'fixed inset-x-2 top-17 z-40 max-h-[calc(100dvh-5rem)] overflow-y-auto rounded-panel bg-surface p-1.5',
          'shadow-float md:absolute md:inset-x-0 md:top-full md:mt-2',
          !isShown && 'hidden',
        )}
      >
        {isShown && (
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
        )}
      </div>
      <p role="status" className="sr-only">
        {isShown && status}
      </p>
    </>
  )
}

const itemId = (id: string, index: number) => `${id}-item-${index}`

/** Registers the list's event handlers with the box. */
function useBox(
  { input, onHandlers }: Pick<QuickSearchListProps, 'input' | 'onHandlers'>,
  { ref, ...handlers }: BoxHandlers & { ref: (element: HTMLInputElement | null) => void },
) {
  useLayoutEffect(() => {
    ref(input.current)
    onHandlers(handlers)
  })
  useLayoutEffect(() => () => onHandlers(null), [onHandlers])
}

function outcomeOf(groups: FoundGroup[]): string | null {
  const failure = groups.find((group) => group.failure !== null)?.failure ?? null
  return failure ?? (groups.every((group) => group.found.length === 0) ? texts.catalog.nothingFound : null)
}
