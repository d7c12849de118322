import type { Language } from './preferences.ts'
import { defaultTexts } from './texts/default.ts'

/** The shape of the catalogue: every text that a person can meet. A translation that lacks one does not compile. */
export type Texts = typeof defaultTexts

/** The paths of the texts of a kind: 'lists.changed' is where `texts.lists.changed` stands. */
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

/** What is to be said, in whatever language it is said in. */
export type Say = (texts: Texts) => string

/** What is said, in every language, for those whose language is not known when it is written down. */
export type Said = Record<Language, string>

/** The texts that are spoken: the specification's own, until the browser chooses others before it draws anything. */
export let texts: Texts = defaultTexts

/** Speaks another catalogue from now on. In the browser alone, once, at its start: a server speaks to many. */
export function speak(chosen: Texts): void {
  texts = chosen
}
