import type { CompositionEvent, FormEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

/** Lower-cases the text of a box; the caret stays where it is. */
function lowerCase(box: HTMLInputElement) {
  const { value, selectionStart, selectionEnd } = box
  const lower = value.toLowerCase()
  if (lower === value) return
  box.value = lower
  box.setSelectionRange(selectionStart, selectionEnd)
}

/**
 * The field of a nickname, which is lower-cased as typed. A keyboard that composes (Android's do, with any word) loses
 * its place when the box is changed under it: there it looks lower-cased, and is once the word is done.
 */
export function lowerCased<Name extends string>(field: UseFormRegisterReturn<Name>) {
  return {
    ...field,
    // Lower case is the language's, and that of Turkish has an ı for an I.
    lang: 'en',
    style: { textTransform: 'lowercase' } as const,
    onInput: ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
      if (!(nativeEvent as InputEvent).isComposing) lowerCase(currentTarget)
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      lowerCase(event.currentTarget)
      void field.onChange(event)
    },
  }
}
