import { isolateTexts } from './isolated.ts'
import type { Language } from './preferences.ts'
import { defaultTexts } from './texts/default.ts'

/** The shape of a catalogue: every text that users see. A translation without one of them does not compile. */
export type Texts = typeof defaultTexts

/** The paths of all texts of one type: 'lists.changed' for `texts.lists.changed`. */
type PathOf<Kind, Of = Texts> = {
  [Name in keyof Of & string]: Of[Name] extends Kind
    ? Name
    : Of[Name] extends string | ((...values: never[]) => string)
      ? never
      : `${Name}.${PathOf<Kind, Of[Name]>}`
}[keyof Of & string]
/** The path of a text without parameters. */
export type TextId = PathOf<string>
/** The path of a text that takes a number. */
export type CountedTextId = PathOf<(count: number) => string>
/** The path of a text that takes words. */
export type WordedTextId = PathOf<(words: string) => string>
/** The id of an error, the same in every language: the path of its text. */
export type ErrorId = TextId | CountedTextId | WordedTextId

/** Selects a text from a catalogue. */
export type TextOf = (texts: Texts) => string

/** A text in every language, for recipients whose language is not known when it is stored. */
export type Translations = Record<Language, string>

/** The current catalogue: the default one, until the browser sets another before it renders. */
export let texts: Texts = isolateTexts(defaultTexts)

/** Sets the catalogue. Only in the browser, once, at startup: a server has users of many languages. */
export function setTexts(catalogue: Texts): void {
  texts = isolateTexts(catalogue)
}
