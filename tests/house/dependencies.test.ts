import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

// Checks the dependency rule (docs/architecture.md) against the imports.
const root = resolve(import.meta.dirname, '../..')
/** The server's features in their order; each can use the exports of earlier ones. */
const nouns = [
  'pictures',
  'catalog',
  'users',
  'submissions',
  'likes',
  'mail',
  'scrobbling',
  'notifications',
  'comments',
  'auth',
  'backup',
  'passkeys',
  'tokens',
  'push',
  'follows',
  'listenLater',
  'logs',
  'plays',
  'suggestions',
  'activity',
  'lists',
  'stats',
  'people',
  'spotify',
  'visibility',
  'imports',
  'albums',
  'account',
  'moderation',
  'feeds',
  'sharing',
  'admin',
  'setup',
]
/** The server's layers, lowest first: each can use itself and the ones below. */
const floors = ['generated', 'lib', 'settings', 'jobs', 'clients', 'base', ...nouns, 'top']
/** The web's layers, lowest first: each can use itself and the ones below. Files in none of them belong to the pages. */
const webRooms = [
  'lib',
  'texts',
  'ui',
  'auth',
  'preferences',
  'offline',
  'likes',
  'moderation',
  'follows',
  'people',
  'comments',
  'notifications',
  'visibility',
  'passkeys',
  'tokens',
  'account',
  'logs',
  'tags',
  'listenLater',
  'lists',
  'imports',
  'favorites',
  'catalog',
  'plays',
  'suggestions',
  'spotify',
  'activity',
  'settings',
  'users',
  'stats',
  'admin',
  'setup',
  'home',
  'welcome',
  'layout',
  'early',
  'pages',
]
/** Files that only the build uses. */
const build = /^web\/build\/|\/vite\.config\.ts$/

type Import = { from: string; to: string; typeOnly: boolean }

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => join(folder, file))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]|import\(['"](\.[^'"]+)['"]\)/gm,
  )
  return [...found].map(([, type, path, lazy]) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), (path ?? lazy)!)),
    typeOnly: type !== undefined,
  }))
}

const importsIn = (folder: string) => filesIn(folder).flatMap(importsOf)
const said = ({ from, to }: Import) => `${from} → ${to}`

function floorOf(file: string): string {
  const [, room = '', ...deeper] = file.split('/')
  if (deeper.length === 0 || ['api', 'http', 'maintenance', 'operator'].includes(room)) return 'top'
  if (['access', 'core', 'live'].includes(room)) return 'base'
  return floors.includes(room) ? room : `unknown room ${room}`
}

function webRoomOf(file: string): string {
  const [, room = '', ...deeper] = file.split('/')
  if (deeper.length === 0) return 'pages'
  return webRooms.includes(room) ? room : `unknown room ${room}`
}

/**
 * Finds the folders directly under `base` that import each other in a circle. The files directly in it count as one folder; in
 * the server each of them counts separately.
 */
function circlesIn(base: string): string[] {
  const folderOf = (file: string) => file.split('/').slice(1, -1)[0] ?? (base === 'server' ? file : base)
  const used = new Map<string, Set<string>>()
  for (const { from, to } of importsIn(base)) {
    if (!to.startsWith(`${base}/`) || folderOf(from) === folderOf(to)) continue
    used.set(folderOf(from), (used.get(folderOf(from)) ?? new Set()).add(folderOf(to)))
  }
  const reachedFrom = (folder: string, found = new Set<string>()): Set<string> => {
    for (const next of used.get(folder) ?? []) if (!found.has(next)) reachedFrom(next, found.add(next))
    return found
  }
  return [...used.keys()].filter((folder) => reachedFrom(folder).has(folder))
}

describe('the dependency rule', () => {
  it('finds the imports at all', () => {
    expect(importsIn('server').length).toBeGreaterThan(50)
    expect(importsOf('server/http/web/serve.ts').length).toBeGreaterThan(1)
  })
  it('shared uses shared alone', () => {
    expect(
      importsIn('shared')
        .filter(({ to }) => !to.startsWith('shared/'))
        .map(said),
    ).toEqual([])
  })
  it('web uses web and shared, and of the server the type of its router alone', () => {
    const allowed = ({ to, typeOnly }: Import) =>
      to.startsWith('web/') || to.startsWith('shared/') || (to === 'server/router.ts' && typeOnly)
    expect(
      importsIn('web')
        .filter((one) => !allowed(one))
        .map(said),
    ).toEqual([])
  })
  it('server uses server and shared', () => {
    expect(
      importsIn('server')
        .filter(({ from, to }) => !/^(server|shared)\//.test(to) && !build.test(from))
        .map(said),
    ).toEqual([])
  })
  it('in the server each floor uses its own and the ones below', () => {
    const rooms = importsIn('server').filter(({ to }) => to.startsWith('server/'))
    expect(rooms.map(({ from }) => floorOf(from)).filter((floor) => floor.startsWith('unknown'))).toEqual([])
    const upwards = rooms.filter(
      ({ from, to }) => floors.indexOf(floorOf(to)) > floors.indexOf(floorOf(from)),
    )
    expect(upwards.map(said)).toEqual([])
  })
  it('in the web each room uses its own and the ones below', () => {
    const rooms = importsIn('web').filter(({ from, to }) => to.startsWith('web/') && !build.test(from))
    expect(rooms.length).toBeGreaterThan(500)
    expect(rooms.map(({ from }) => webRoomOf(from)).filter((room) => room.startsWith('unknown'))).toEqual([])
    const upwards = rooms.filter(
      ({ from, to }) => webRooms.indexOf(webRoomOf(to)) > webRooms.indexOf(webRoomOf(from)),
    )
    expect(upwards.map(said)).toEqual([])
  })
  it('what browsers run and what builds it do not use each other', () => {
    const across = importsIn('web').filter(
      ({ from, to }) => to.startsWith('web/') && build.test(from) !== build.test(to),
    )
    expect(across.map(said)).toEqual([])
  })
  it.each(['server', 'web', 'demo'])('in %s no folders use each other in a circle', (folder) => {
    expect(circlesIn(folder)).toEqual([])
  })
  it('nobody but the table of contents uses a router', () => {
    const routers = importsIn('server').filter(
      ({ to, from }) => /^server\/\w+\/router\.ts$/.test(to) && from !== 'server/router.ts',
    )
    expect(routers.map(said)).toEqual([])
  })
})
