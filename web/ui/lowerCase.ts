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
 * Props of a nickname field, which is lower-cased while the user types. Changing the input during a composition would break the
 * composition (Android keyboards compose every word). Until it ends, CSS shows the text in lower case.
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
