import type { Language } from '../preferences.ts'
import { accountSettings } from './default/accountSettings.ts'
import { arriving } from './default/arriving.ts'
import { imports } from './default/imports.ts'
import { moderation } from './default/moderation.ts'
import { spotify } from './default/spotify.ts'
import { taste } from './default/taste.ts'
import { spotify as englishSpotify } from './english/spotify.ts'
import { accountSettings as turkishAccountSettings } from './turkish/accountSettings.ts'
import { arriving as turkishArriving } from './turkish/arriving.ts'
import { imports as turkishImports } from './turkish/imports.ts'
import { moderation as turkishModeration } from './turkish/moderation.ts'
import { spotify as turkishSpotify } from './turkish/spotify.ts'
import { taste as turkishTaste } from './turkish/taste.ts'

const defaults = { accountSettings, arriving, imports, moderation, spotify, taste }
export type PageTexts = typeof defaults

/** Texts that only a few pages use. Servers have them all, browsers load a group with its pages (web/lib/pageTexts.ts). */
export const pageTexts: Record<Language, PageTexts> = {
  default: defaults,
  en: { ...defaults, spotify: englishSpotify },
  tr: {
    accountSettings: turkishAccountSettings,
    arriving: turkishArriving,
    imports: turkishImports,
    moderation: turkishModeration,
    spotify: turkishSpotify,
    taste: turkishTaste,
  },
}
