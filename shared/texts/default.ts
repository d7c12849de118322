import { account } from './default/account.ts'
import { activity } from './default/activity.ts'
import { auth } from './default/auth.ts'
import { catalog } from './default/catalog.ts'
import { comments } from './default/comments.ts'
import { favorites } from './default/favorites.ts'
import { follows } from './default/follows.ts'
import { general } from './default/general.ts'
import { google } from './default/google.ts'
import { lists } from './default/lists.ts'
import { live } from './default/live.ts'
import { logs } from './default/logs.ts'
import { spotify } from './default/spotify.ts'
import { users } from './default/users.ts'

/** Every text of the product as the specification has it, its Turkish ones among the English included. */
export const defaultTexts = {
  ...general,
  account,
  activity,
  auth,
  catalog,
  comments,
  favorites,
  follows,
  google,
  lists,
  live,
  logs,
  spotify,
  users,
}
