/** `default`: exactly the specification's texts, mostly English with a few in Turkish; `en` and `tr`: one language throughout. */
export const languages = ['default', 'en', 'tr'] as const
export type Language = (typeof languages)[number]

/** Each language's name in that language, so that users find their own. The default's name is in the catalogues. */
export const languageNames: Record<Exclude<Language, 'default'>, string> = { en: 'English', tr: 'Türkçe' }

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The page's background colours (web/styles.css), for the browser's bars and before the styles are loaded. */
export const grounds = { light: '#f8f4ec', dark: '#13100e' } as const

export const manifestPath = (language: Language): string =>
  language === 'tr' ? '/manifest.tr.webmanifest' : '/manifest.webmanifest'

/**
 * Display preferences in cookies, so that the server can render the page correctly from its first byte. They belong to the
 * device, not to the account: they work for signed-out users, and a phone can be dark while the desktop is light.
 */
export type Preferences = { language: Language; theme: Theme }

export const preferenceCookies = { language: 'plak_language', theme: 'plak_theme' } as const

const oneOf = <Choice>(choices: readonly [Choice, ...Choice[]], value: unknown): Choice =>
  choices.find((choice) => choice === value) ?? choices[0]

export const preferencesOf = (cookies: Record<string, string | undefined>): Preferences => ({
  language: oneOf<Language>(languages, cookies[preferenceCookies.language]),
  theme: oneOf<Theme>(themes, cookies[preferenceCookies.theme]),
})
