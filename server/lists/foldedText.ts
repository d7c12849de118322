import { foldedLetters } from '../../shared/foldedLetters.ts'

/** The words of a text as a search compares them, each once. */
export const foldedWords = (text: string): string[] => [
  ...new Set(
    foldedLetters(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]
