import { encode, segment } from './address.ts'
import { pages, type PageName, type PageParams } from './pages.ts'
import type { LaterStep } from './setupSteps.ts'
import type { WelcomeStep } from './welcome.ts'

const pathOf = <Name extends PageName>(name: Name, params: PageParams<Name>): string =>
  pages[name].path.replace(/:(\w+)/g, (_, key) => segment(params[key as keyof typeof params]))

/** Every URL of the product; the paths of pages are defined in pages.ts. */
export const paths = {
  home: () => pages.home.path,
  activity: () => pages.activity.path,
  lists: () => pages.lists.path,
  createList: () => pages.createList.path,
  list: (id: number) => pathOf('list', { id: String(id) }),
  editList: (id: number) => pathOf('editList', { id: String(id) }),
  albums: () => pages.albums.path,
  artists: () => pages.artists.path,
  album: ({ artist, name }: { artist: string; name: string }) => pathOf('album', { artist, album: name }),
  review: (album: { artist: string; name: string }, id: number): string =>
    `${paths.album(album)}?review=${id}`,
  editAlbum: ({ artist, name }: { artist: string; name: string }) =>
    pathOf('editAlbum', { artist, album: name }),
  /**
   * The names fill in the form. `list` is the list to whose draft the album is added, 0 for a new one; `import` and `row` are the
   * row of a file for which it is chosen.
   */
  addAlbum: (
    from: { artist?: string; title?: string; list?: number; import?: number; row?: number } = {},
  ): string => {
    const search = Object.entries(from).map(([name, value]) => `${name}=${encode(String(value))}`)
    return pages.addAlbum.path + (search.length > 0 ? `?${search.join('&')}` : '')
  },
  artist: (artist: string) => pathOf('artist', { artist }),
  search: (query: string) => `${pages.search.path}?q=${encode(query)}`,
  listenLater: () => pages.listenLater.path,
  plays: () => pages.plays.path,
  /** the section of the settings */
  scrobbling: (): string => `${pages.connectionSettings.path}#scrobbling`,
  notifications: () => pages.notifications.path,
  import: () => pages.import.path,
  welcome: () => pages.welcome.path,
  welcomeStep: (step: WelcomeStep) => pathOf('welcomeStep', { step }),
  requests: () => pages.requests.path,
  ownProfile: () => pages.ownProfile.path,
  profile: (nickname: string) => pathOf('profile', { nickname }),
  stats: (nickname: string) => pathOf('stats', { nickname }),
  year: (nickname: string, year: number) => pathOf('year', { nickname, year: String(year) }),
  tags: (nickname: string) => pathOf('tags', { nickname }),
  tag: (nickname: string, tag: string) => pathOf('tag', { nickname, tag }),
  editProfile: () => pages.editProfile.path,
  accountSettings: () => pages.accountSettings.path,
  connectionSettings: () => pages.connectionSettings.path,
  dataSettings: () => pages.dataSettings.path,
  moderation: () => pages.moderation.path,
  report: (id: number): string => `${pages.moderation.path}?report=${id}`,
  moderationAudit: () => pages.moderationAudit.path,
  admin: () => pages.admin.path,
  adminPart: (part: string) => pathOf('adminPart', { part }),
  adminPerson: (nickname: string) => pathOf('adminPerson', { nickname }),
  /** a download of a backup, for the administrator who has just proved themselves */
  backupFile: (name: string): string => `/admin/backups/${encode(name)}`,
  /** the token makes the first administrator: behind '#' it is in no request, no log and no Referer */
  setup: (token?: string): string => pages.setup.path + (token === undefined ? '' : `#${token}`),
  setupStep: (step: LaterStep): string => `${pages.setup.path}?step=${step}`,
  login: () => pages.login.path,
  register: () => pages.register.path,
  /** the registration page of an invitation; the code gives access to no existing account, so it can be in the query */
  invitation: (code: string) => `${pages.register.path}?invite=${encode(code)}`,
  forgotPassword: () => pages.forgotPassword.path,
  /** the token gives access to the account: behind '#' it is in no request, no log and no Referer */
  resetPassword: (token: string) => `${pages.resetPassword.path}#${token}`,
  /** shows the passkeys that still open an account that its owner has just recovered, and continues to `from` */
  keptPasskeys: (from: string): string => `${pages.keptPasskeys.path}?from=${encode(from)}`,
  confirmEmail: (token: string) => `${pages.confirmEmail.path}#${token}`,
  spotifyCallback: () => pages.spotifyCallback.path,
  /** for a plain link: the server redirects to Google and back to `from`; the invitation's code is kept on the way */
  google: (from: string, invite: string | null = null): string =>
    `/auth/google?from=${encode(from)}${invite === null ? '' : `&invite=${encode(invite)}`}`,
  /** stops one kind of mail; the token is signed */
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  googleCallback: () => '/auth/google/callback',
  /** the documentation of the API, which is not a page of the web application */
  api: () => '/api',
  exportZip: () => '/account/export.zip',
  /** receives a file to import (POST, its bytes as application/octet-stream) */
  importFile: () => '/account/import',
  /** receives a picture for an album (POST, its bytes as application/octet-stream) */
  coverFile: () => '/account/cover',
  /** receives the viewer's own picture (POST, its bytes as application/octet-stream) */
  avatarFile: () => '/account/picture',
  importRest: (id: number) => `/account/import/${id}/rest.csv`,
  licenses: () => '/licenses.txt',
  /** preview images for sharing; each version has its own URL, so that responses can be cached */
  preview: () => '/preview/plak.png',
  listPreview: (id: number, version: number) => `/preview/list/${id}.png?v=${version}`,
  reviewPreview: (id: number, version: number) => `/preview/review/${id}.png?v=${version}`,
  yearPreview: (nickname: string, year: number, version: string) =>
    `/preview/year/${nickname}-${year}.png?v=${version}`,
} as const
