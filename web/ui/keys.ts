type Key = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>

/** True while an input method composes a text. Safari ends the composition before the key event, with keyCode 229. */
export const isComposing = ({ isComposing, keyCode }: Key): boolean => isComposing || keyCode === 229

/** True if Enter was pressed as a command and not to end a composition. For a React event, pass its `nativeEvent`. */
export const isEnter = (event: Key): boolean => event.key === 'Enter' && !isComposing(event)
