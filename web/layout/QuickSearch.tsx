import { Search } from 'lucide-react'
import { Suspense, useCallback, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { isComposing, isEnter } from '../ui/keys.ts'
import { useMedia } from '../ui/useMedia.ts'
import type { BoxHandlers, BoxState } from './QuickSearchList.tsx'

const QuickSearchList = lazyPage(() => import('./QuickSearchList.tsx'))

/** The search box. Its list is loaded when the box gets the focus, and then handles the box's events. */
export function QuickSearch() {
  const narrow = useMedia('(width < 48rem)', true)
  const [, navigate] = useLocation()
  const [isLoading, setLoading] = useState(false)
  const [text, setText] = useState('')
  const [{ isOpen, active }, setState] = useState<BoxState>({ isOpen: false, active: '' })
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<BoxHandlers | null>(null)
  const id = useId()
  const setHandlers = useCallback((handlers: BoxHandlers | null) => {
    list.current = handlers
  }, [])

  const searchAll = () => {
    const query = text.trim()
    if (query === '') return
    setText('')
    navigate(paths.search(query))
  }
  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (list.current) list.current.onKeyDown(event)
    else if (isEnter(event.nativeEvent) && !isComposing(event.nativeEvent)) searchAll()
  }
  const load = () => {
    if (isLoading) return
    setLoading(true)
    void QuickSearchList.load().catch(() => undefined)
  }
  return (
    <div role="search" className="relative min-w-0 flex-1 md:max-w-96">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        id={`${id}-input`}
        role="combobox"
        aria-autocomplete="list"
        aria-controls={`${id}-menu`}
        aria-expanded={isOpen}
        aria-activedescendant={active}
        aria-label={texts.catalog.search}
        placeholder={narrow ? texts.layout.searchShort : texts.layout.search}
        maxLength={limits.searchQuery}
        value={text}
        onFocus={load}
        onChange={(event) => {
          // A focus before hydration is not replayed.
          load()
          // Updates the text immediately: the list would do so one effect later, which would move the caret.
          setText(event.target.value)
          list.current?.onChange(event)
        }}
        onKeyDown={pressKey}
        onBlur={(event) => list.current?.onBlur(event)}
        onClick={(event) => list.current?.onClick(event)}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="h-11 w-full rounded-control bg-sunken pr-3 pl-11 text-base text-ellipsis placeholder:text-muted"
      />
      {isLoading && (
        <Suspense>
          <QuickSearchList
            id={id}
            input={input}
            onHandlers={setHandlers}
            text={text}
            narrow={narrow}
            onText={setText}
            onState={setState}
            onSearchAll={searchAll}
          />
        </Suspense>
      )}
    </div>
  )
}
