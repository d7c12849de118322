import { isolateTexts } from './isolated.ts'
import type { Language } from './preferences.ts'
import { defaultTexts } from './texts/default.ts'
import type { PageTexts } from './texts/pageTexts.ts'

/** Texts that browsers load before the first page. A translation without one of them does not compile. */
export type FirstTexts = typeof defaultTexts
export type Texts = FirstTexts & PageTexts

/** The paths of all texts of one type: 'lists.changed' for `texts.lists.changed`. */
type PathOf<Kind, Of = Texts> = {
  [Name in keyof Of & string]: Of[Name] extends Kind
    ? Name
    : Of[Name] extends string | ((...values: never[]) => string)
      ? never
      : `${Name}.${PathOf<Kind, Of[Name]>}`
}[keyof Of & string]
export type TextId = PathOf<string>
export type CountedTextId = PathOf<(count: number) => string>
export type WordedTextId = PathOf<(words: string) => string>
/** The id of an error, the same in every language: the path of its text. */
export type ErrorId = TextId | CountedTextId | WordedTextId

export type TextOf = (texts: Texts) => string

/** For recipients whose language is not known when the text is stored. */
export type Translations = Record<Language, string>

/** The current catalogue: the default one, until the browser sets another before it renders. */
export let texts: FirstTexts = isolateTexts(defaultTexts)

/** Only in the browser, once, at startup: a server has users of many languages. */
export function setTexts(catalogue: FirstTexts): void {
  texts = isolateTexts(catalogue)
}
