import type { Language } from '../preferences.ts'
import { account } from './default/account.ts'
import { activity } from './default/activity.ts'
import { albums } from './default/albums.ts'
import { auth } from './default/auth.ts'
import { away } from './default/away.ts'
import { catalog } from './default/catalog.ts'
import { comments } from './default/comments.ts'
import { favorites } from './default/favorites.ts'
import { follows } from './default/follows.ts'
import { general } from './default/general.ts'
import { google } from './default/google.ts'
import { home } from './default/home.ts'
import { layout } from './default/layout.ts'
import { likes } from './default/likes.ts'
import { limits } from './default/limits.ts'
import { listenLater } from './default/listenLater.ts'
import { lists } from './default/lists.ts'
import { live } from './default/live.ts'
import { logs } from './default/logs.ts'
import { notifications } from './default/notifications.ts'
import { passkeys } from './default/passkeys.ts'
import { people } from './default/people.ts'
import { pictures } from './default/pictures.ts'
import { preferences } from './default/preferences.ts'
import { settings } from './default/settings.ts'
import { sharing } from './default/sharing.ts'
import { tags } from './default/tags.ts'
import { ui } from './default/ui.ts'
import { users } from './default/users.ts'
import { visibility } from './default/visibility.ts'

/** The first texts of the product as specified, including the few Turkish ones among the English. */
export const defaultTexts = {
  language: 'default' as Language,
  locale: 'tr-TR',
  numbers: 'en',
  ...general,
  account,
  activity,
  albums,
  auth,
  away,
  catalog,
  comments,
  favorites,
  follows,
  google,
  home,
  layout,
  likes,
  limits,
  listenLater,
  lists,
  live,
  logs,
  notifications,
  passkeys,
  people,
  pictures,
  preferences,
  settings,
  sharing,
  tags,
  ui,
  users,
  visibility,
}
