type Key = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>

/** Whether a key goes to an input method that is composing a text. Safari ends the composition before it reports the key, as 229. */
export const isComposing = ({ isComposing, keyCode }: Key): boolean => isComposing || keyCode === 229

/** Whether Enter was pressed to act, not to end a composition. A React event has it in `nativeEvent`. */
export const isEnter = (event: Key): boolean => event.key === 'Enter' && !isComposing(event)
