import type { ReactNode, SyntheticEvent } from 'react'
import { classes } from './classes.ts'

export const optionId = (listId: string, index: number): string => `${listId}-${index}`

const keepFocusInBox = (event: SyntheticEvent) => event.preventDefault()

type SuggestionsProps = {
  id: string
  label: string
  options: readonly { key: string; content: ReactNode }[]
  /** -1 for none */
  lit: number
  onLight: (index: number) => void
  onTake: (index: number) => void
  className: string
}

/** Below a text box, which keeps the focus and handles the keys. */
export function Suggestions({ id, label, options, lit, onLight, onTake, className }: SuggestionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={classes(
        'absolute inset-x-0 top-full mt-1 rounded-panel bg-surface p-1.5 shadow-float',
        className,
      )}
    >
      {options.map(({ key, content }, index) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === lit}
          onPointerDown={keepFocusInBox}
          onMouseDown={keepFocusInBox}
          onPointerEnter={() => onLight(index)}
          onClick={() => onTake(index)}
          className={classes(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start wrap-anywhere',
            index === lit && 'bg-sunken',
          )}
        >
          {content}
        </button>
      ))}
    </div>
  )
}
