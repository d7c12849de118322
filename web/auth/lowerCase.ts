import type { FormEvent } from 'react'

/** Nicknames are lower-cased as typed; the caret stays where it is. For `onInput`. */
export function lowerCase({ currentTarget: box, nativeEvent }: FormEvent<HTMLInputElement>) {
  const { value, selectionStart, selectionEnd } = box
  const lower = value.toLowerCase()
  if (lower === value || (nativeEvent as InputEvent).isComposing) return
  box.value = lower
  box.setSelectionRange(selectionStart, selectionEnd)
}
