import { foldedLetters } from '../../shared/foldedLetters.ts'

/** Returns the distinct words of a text, folded for comparison in searches. */
export const foldedWords = (text: string): string[] => [
  ...new Set(
    foldedLetters(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]
