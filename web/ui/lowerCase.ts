import type { CompositionEvent, FormEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

function lowerCase(box: HTMLInputElement) {
  const { value, selectionStart, selectionEnd } = box
  const lower = value.toLowerCase()
  if (lower === value) return
  box.value = lower
  box.setSelectionRange(selectionStart, selectionEnd)
}

/**
 * Lower-cases a nickname while the user types. Changing the input would break a composition (Android keyboards compose every
 * word); until it ends, CSS shows the text in lower case.
 */
export function lowerCased<Name extends string>(field: UseFormRegisterReturn<Name>) {
  return {
    ...field,
    // CSS lower-cases by the rules of the language: in Turkish, I becomes ı.
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
