/** White space, control signs, and what is drawn as nothing: zero-width signs, fillers (U+3164), an empty Braille cell. */
const invisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => invisible.test(text)
