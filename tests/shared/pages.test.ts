import { describe, expect, it } from 'vitest'
import { endpointAt, matchPage, pages, type PageName } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'

const album = { artist: 'AC/DC', name: '50% off?' }
const addresses: Record<PageName, string> = {
  home: paths.home(),
  activity: paths.activity(),
  lists: paths.lists(),
  createList: paths.createList(),
  list: paths.list(7),
  editList: paths.editList(7),
  albums: paths.albums(),
  addAlbum: paths.addAlbum({ title: 'kid a', list: 0 }),
  album: paths.album(album),
  editAlbum: paths.editAlbum(album),
  artists: paths.artists(),
  artist: paths.artist('..'),
  share: '/share?text=x',
  search: paths.search('kid a'),
  welcome: paths.welcome(),
  welcomeStep: paths.welcomeStep('people'),
  listenLater: paths.listenLater(),
  plays: paths.plays(),
  notifications: paths.notifications(),
  import: paths.import(),
  requests: paths.requests(),
  ownProfile: paths.ownProfile(),
  editProfile: paths.editProfile(),
  settings: '/settings',
  accountSettings: paths.accountSettings(),
  privacySettings: '/settings/privacy',
  notificationSettings: '/settings/notifications',
  connectionSettings: '/settings/connections',
  dataSettings: paths.dataSettings(),
  profile: paths.profile('deniz'),
  stats: paths.stats('deniz'),
  year: paths.year('deniz', 2026),
  tags: paths.tags('deniz'),
  tag: paths.tag('deniz', '..'),
  moderation: paths.report(7),
  moderationAudit: paths.moderationAudit(),
  admin: paths.admin(),
  adminPart: paths.adminPart('people'),
  adminPerson: paths.adminPerson('deniz'),
  setup: paths.setup('token'),
  login: paths.login(),
  register: paths.register(),
  forgotPassword: paths.forgotPassword(),
  resetPassword: paths.resetPassword('token'),
  keptPasskeys: paths.keptPasskeys('/'),
  confirmEmail: paths.confirmEmail('token'),
  spotifyCallback: paths.spotifyCallback(),
}
const pathOf = (address: string) => address.split(/[?#]/)[0]!

describe('the page at a path', () => {
  it.each(Object.entries(addresses))('is %s at %s', (name, address) => {
    expect(matchPage(pathOf(address))?.name).toBe(name)
    expect(endpointAt(address)).toBeUndefined()
  })
  it('has the parameters as texts', () => {
    expect(matchPage(paths.album(album))?.params).toEqual({ artist: 'AC/DC', album: '50% off?' })
    expect(matchPage(paths.artist('..'))?.params).toEqual({ artist: '..' })
    expect(matchPage('/profile/%20')?.params).toEqual({ nickname: ' ' })
  })
  it.each(['/ALBUMS', '/albums/', '/%61lbums'])('is the same at %s', (path) => {
    expect(matchPage(path)?.name).toBe('albums')
  })
  it('is the same for the server that sends it and the component that is drawn, however many slashes there are', () => {
    expect(matchPage('//')?.name).toBe('home')
  })
  it.each([
    '/nowhere',
    '/settings/nowhere',
    '/albums/new',
    '/album/AC%2FDC',
    '/artist/',
    '/list//edit',
    '/list%2F7',
    '/albums//',
  ])('is none at %s', (path) => expect(matchPage(path)).toBeNull())
})

describe('what a page is about', () => {
  it('is nothing where its address names no row', () => {
    expect(pages.list.query?.({ id: '7' }, new URLSearchParams())).toEqual(['lists.get', { id: 7 }])
    expect(pages.list.query?.({ id: 'x' }, new URLSearchParams())).toBeNull()
  })
})

describe('an endpoint', () => {
  it.each([
    ['/trpc/lists.get?batch=1', 'programs'],
    ['/robots.txt', 'programs'],
    [paths.preview(), 'programs'],
    [paths.google('/'), 'people'],
    [paths.exportZip(), 'people'],
    ['/trpcs', undefined],
    ['/constructor', undefined],
  ])('%s is for %s', (address, whom) => expect(endpointAt(address)).toBe(whom))
})
