/** `default`: the specification's texts exactly, a few Turkish ones among English; `en` and `tr`: one language throughout. */
export const languages = ['default', 'en', 'tr'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words, so that people find their own in any. The default is named by the catalogues. */
export const languageNames: Record<Exclude<Language, 'default'>, string> = { en: 'English', tr: 'Türkçe' }

/** `system`: as the device has it. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The page's own ground (web/styles.css), for the browser's bars and before the styles are there. */
export const grounds = { light: '#f8f4ec', dark: '#13100e' } as const

/** The address of the manifest of the installed app, in Turkish or in English. */
export const manifestPath = (language: Language): string =>
  language === 'tr' ? '/manifest.tr.webmanifest' : '/manifest.webmanifest'

/**
 * How somebody wants their pages, in cookies that the server reads, so that the page is right from its first byte on. Of the
 * device, not of the account: they work for visitors, and a phone may be dark while the desk is light.
 */
export type Preferences = { language: Language; theme: Theme }

export const preferenceCookies = { language: 'plak_language', theme: 'plak_theme' } as const

const oneOf = <Choice>(choices: readonly [Choice, ...Choice[]], asked: unknown): Choice =>
  choices.find((choice) => choice === asked) ?? choices[0]

/** The preferences that cookies hold; what is missing or unknown is as the product has it. */
export const preferencesOf = (cookies: Record<string, string | undefined>): Preferences => ({
  language: oneOf<Language>(languages, cookies[preferenceCookies.language]),
  theme: oneOf<Theme>(themes, cookies[preferenceCookies.theme]),
})
