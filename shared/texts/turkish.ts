import type { FirstTexts } from '../texts.ts'
import { account } from './turkish/account.ts'
import { activity } from './turkish/activity.ts'
import { albums } from './turkish/albums.ts'
import { auth } from './turkish/auth.ts'
import { away } from './turkish/away.ts'
import { catalog } from './turkish/catalog.ts'
import { comments } from './turkish/comments.ts'
import { favorites } from './turkish/favorites.ts'
import { follows } from './turkish/follows.ts'
import { general } from './turkish/general.ts'
import { google } from './turkish/google.ts'
import { home } from './turkish/home.ts'
import { layout } from './turkish/layout.ts'
import { likes } from './turkish/likes.ts'
import { limits } from './turkish/limits.ts'
import { listenLater } from './turkish/listenLater.ts'
import { lists } from './turkish/lists.ts'
import { live } from './turkish/live.ts'
import { logs } from './turkish/logs.ts'
import { notifications } from './turkish/notifications.ts'
import { passkeys } from './turkish/passkeys.ts'
import { people } from './turkish/people.ts'
import { pictures } from './turkish/pictures.ts'
import { preferences } from './turkish/preferences.ts'
import { settings } from './turkish/settings.ts'
import { sharing } from './turkish/sharing.ts'
import { tags } from './turkish/tags.ts'
import { ui } from './turkish/ui.ts'
import { users } from './turkish/users.ts'
import { visibility } from './turkish/visibility.ts'

export const turkishTexts: FirstTexts = {
  language: 'tr',
  locale: 'tr-TR',
  numbers: 'tr-TR',
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
