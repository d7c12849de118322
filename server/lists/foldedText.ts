import { foldedLetters } from '../../shared/foldedLetters.ts'

export const foldedWords = (text: string): string[] => [
  ...new Set(
    foldedLetters(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]
