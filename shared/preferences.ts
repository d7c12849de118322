import { z } from 'zod'

/** `default`: the specification's texts exactly, a few Turkish ones among English; `en` and `tr`: one language throughout. */
export const languages = ['default', 'en', 'tr'] as const
export type Language = (typeof languages)[number]

/** `system`: as the device has it. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * How somebody wants his pages, in cookies that the server reads, so that the page is right from its first byte on. Of the
 * device, not of the account: they work for visitors, and a phone may be dark while the desk is light.
 */
export type Preferences = { language: Language; theme: Theme }

export const preferenceCookies = { language: 'plak_language', theme: 'plak_theme' } as const

const language = z.enum(languages).catch('default')
const theme = z.enum(themes).catch('system')

/** The preferences that cookies hold; what is missing or unknown is as the product has it. */
export const preferencesOf = (cookies: Record<string, string | undefined>): Preferences => ({
  language: language.parse(cookies[preferenceCookies.language]),
  theme: theme.parse(cookies[preferenceCookies.theme]),
})
