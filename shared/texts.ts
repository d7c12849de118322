import { defaultTexts } from './texts/default.ts'

/** The shape of the catalogue: every text that a person can meet. A translation that lacks one does not compile. */
export type Texts = typeof defaultTexts

/** The texts that are spoken: the specification's own, until the browser chooses others before it draws anything. */
export let texts: Texts = defaultTexts

/** Speaks another catalogue from now on. In the browser alone, once, at its start: a server speaks to many. */
export function speak(chosen: Texts): void {
  texts = chosen
}
