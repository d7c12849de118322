import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { IconButton } from './Button.tsx'

type SearchBoxProps = {
  label: string
  text: string
  onType: (text: string) => void
  onEnter: () => void
}

export function SearchBox({ label, text, onType, onEnter }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onType('')
    input.current?.focus()
  }
  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
      className="relative w-full sm:max-w-96"
    >
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={limits.searchQuery}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        className={
          'h-12 w-full rounded-control border border-edge bg-surface pr-12 pl-11 text-base text-ellipsis ' +
          'placeholder:text-muted hover:border-muted [&::-webkit-search-cancel-button]:hidden'
        }
      />
      {text !== '' && (
        <IconButton
          size="sm"
          label={texts.catalog.clearSearch}
          onClick={clear}
          className="absolute top-1.5 right-1.5"
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </form>
  )
}
