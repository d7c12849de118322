import type { Language } from '../preferences.ts'
import { accountSettings } from './default/accountSettings.ts'
import { admin } from './default/admin.ts'
import { api } from './default/api.ts'
import { arriving } from './default/arriving.ts'
import { connections } from './default/connections.ts'
import { feeds } from './default/feeds.ts'
import { imports } from './default/imports.ts'
import { listening } from './default/listening.ts'
import { moderation } from './default/moderation.ts'
import { pictures } from './default/pictures.ts'
import { plays } from './default/plays.ts'
import { push } from './default/push.ts'
import { spotify } from './default/spotify.ts'
import { stats } from './default/stats.ts'
import { taste } from './default/taste.ts'
import { tokens } from './default/tokens.ts'
import { waiting } from './default/waiting.ts'
import { spotify as englishSpotify } from './english/spotify.ts'
import { accountSettings as turkishAccountSettings } from './turkish/accountSettings.ts'
import { admin as turkishAdmin } from './turkish/admin.ts'
import { api as turkishApi } from './turkish/api.ts'
import { arriving as turkishArriving } from './turkish/arriving.ts'
import { connections as turkishConnections } from './turkish/connections.ts'
import { feeds as turkishFeeds } from './turkish/feeds.ts'
import { imports as turkishImports } from './turkish/imports.ts'
import { listening as turkishListening } from './turkish/listening.ts'
import { moderation as turkishModeration } from './turkish/moderation.ts'
import { pictures as turkishPictures } from './turkish/pictures.ts'
import { plays as turkishPlays } from './turkish/plays.ts'
import { push as turkishPush } from './turkish/push.ts'
import { spotify as turkishSpotify } from './turkish/spotify.ts'
import { stats as turkishStats } from './turkish/stats.ts'
import { taste as turkishTaste } from './turkish/taste.ts'
import { tokens as turkishTokens } from './turkish/tokens.ts'
import { waiting as turkishWaiting } from './turkish/waiting.ts'

const defaults = {
  accountSettings,
  admin,
  api,
  arriving,
  connections,
  feeds,
  imports,
  listening,
  moderation,
  pictures,
  plays,
  push,
  spotify,
  stats,
  taste,
  tokens,
  waiting,
}
export type PageTexts = typeof defaults

/** Texts that only a few pages use. Servers have them all, browsers load a group with its pages (web/lib/pageTexts.ts). */
export const pageTexts: Record<Language, PageTexts> = {
  default: defaults,
  en: { ...defaults, spotify: englishSpotify },
  tr: {
    accountSettings: turkishAccountSettings,
    admin: turkishAdmin,
    api: turkishApi,
    arriving: turkishArriving,
    connections: turkishConnections,
    feeds: turkishFeeds,
    imports: turkishImports,
    listening: turkishListening,
    moderation: turkishModeration,
    pictures: turkishPictures,
    plays: turkishPlays,
    push: turkishPush,
    spotify: turkishSpotify,
    stats: turkishStats,
    taste: turkishTaste,
    tokens: turkishTokens,
    waiting: turkishWaiting,
  },
}
