/**
 * White space, control characters, and characters without a glyph:
 * zero-width characters, fillers (U+3164), an empty Braille cell.
 */
const invisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export const isBlank = (text: string): boolean => invisible.test(text)
