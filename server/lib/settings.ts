import { Cron } from 'croner'
import { z } from 'zod'
import { parseUrl } from '../../shared/parseUrl.ts'
import { readTrustedProxies } from './callers.ts'
import { databaseConfig } from './databaseUrl.ts'
import { readRedisUrl } from './redisUrl.ts'
import { readSecretFiles } from './secretFiles.mjs'
import { smtpFrom, smtpUrl } from './smtpSettings.ts'

const MOST_LINKS = 8

const url = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), {
    message: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })
const web = url('http:', 'https:')
/** Only the root path is supported: with another one, every link would be broken. */
const origin = web.refine((text) => {
  const parsed = parseUrl(text)
  if (!parsed) return true
  const { pathname, search, hash, username } = parsed
  return pathname === '/' && search + hash + username === ''
}, 'must be an address without a path (https://plak.example.org): give Plak a name of its own')
const links = z.string().transform((text, context) => {
  const addresses = text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .map((address) => parseUrl(address)?.href ?? '')
  const isLink = (address: string) => /^https:\/\/[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?\//.test(address)
  if (addresses.length <= MOST_LINKS && addresses.every(isLink)) return [...new Set(addresses)]
  context.addIssue({
    code: 'custom',
    message: `must be at most ${MOST_LINKS} https addresses with commas between (https://letterboxd.com/plak,https://instagram.com/plak)`,
  })
  return z.NEVER
})
const proxies = z.string().transform((text, context) => {
  const read = readTrustedProxies(text)
  if (read !== null) return read
  context.addIssue({
    code: 'custom',
    message:
      'must be a number of proxies (1), or addresses and networks with commas between (127.0.0.1,10.0.0.0/8)',
  })
  return z.NEVER
})
const contact = z
  .string()
  .trim()
  .refine(
    (text) => z.email().safeParse(text).success || (text.startsWith('https://') && parseUrl(text) !== null),
    'must be an e-mail address, or an address that begins with https://',
  )
const redisUrl = z.string().superRefine((text, context) => {
  try {
    readRedisUrl(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
/** Origins of push services; `*.` stands for any name below a domain. */
const pushServices = z.string().transform((text, context) => {
  const origins = text
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, '').toLowerCase())
    .filter((origin) => origin !== '')
  if (origins.every((origin) => /^https:\/\/(\*\.)?[a-z\d.[\]:-]+$/.test(origin))) return origins
  context.addIssue({
    code: 'custom',
    message:
      'must be https origins with commas between (https://push.example.org,https://*.push.example.org)',
  })
  return z.NEVER
})
const isCronLine = (text: string) => {
  try {
    return new Cron(text).nextRun() !== null
  } catch {
    return false
  }
}
const whole = (from: number, to: number) => {
  const message = `must be a whole number from ${from} to ${to}`
  return z.coerce.number(message).int(message).min(from, message).max(to, message)
}

const database = url('mysql:', 'mariadb:').superRefine((text, context) => {
  try {
    databaseConfig(text)
  } catch (error) {
    const message = (error as Error).message.replace(/^DATABASE_URL /, '')
    context.addIssue({ code: 'custom', message })
  }
})

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PROCESSES: whole(1, 64).default(1),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUSTED_PROXIES: proxies.default(0),
  DATABASE_URL: database,
  /** pool size per process, plus one connection for the health check */
  DATABASE_POOL: whole(1, 1_000).default(10),
  REDIS_URL: redisUrl,
  APP_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** the previous APP_SECRET, which still decrypts what it encrypted */
  APP_SECRET_BEFORE: z.string().min(32, 'must have at least 32 characters').optional(),
  CATALOGUE: z
    .enum(['lastfm', 'musicbrainz', 'demo'], "must be 'lastfm', 'musicbrainz' or 'demo'")
    .default('lastfm'),
  /** off: `npm start` runs the product although the catalogue is not set up (scripts/environment.mjs) */
  DEMO: z.enum(['on', 'off'], "must be 'on' or 'off'").default('on'),
  LASTFM_API_KEY: z.string().trim().min(1, 'must be a key of the Last.fm API').optional(),
  LASTFM_BASE: web.default('https://ws.audioscrobbler.com/2.0/'),
  /** with `CATALOGUE=lastfm`: whether MusicBrainz adds dates, types and ids */
  MUSICBRAINZ: z.enum(['on', 'off'], "must be 'on' or 'off'").default('on'),
  MUSICBRAINZ_BASE: web.default('https://musicbrainz.org/ws/2/'),
  COVERART_BASE: web.default('https://coverartarchive.org'),
  LISTENBRAINZ_BASE: web.default('https://api.listenbrainz.org'),
  WIKIDATA_BASE: web.default('https://www.wikidata.org'),
  COMMONS_BASE: web.default('https://commons.wikimedia.org'),
  SPOTIFY_CLIENT_ID: z.string().optional(),
  SPOTIFY_CLIENT_SECRET: z.string().optional(),
  SPOTIFY_ACCOUNTS_BASE: web.default('https://accounts.spotify.com'),
  SPOTIFY_API_BASE: web.default('https://api.spotify.com/v1'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: web.default('https://accounts.google.com'),
  PASSWORD_LOGIN: z.enum(['on', 'off'], "must be 'on' or 'off'").default('on'),
  REGISTRATION: z.enum(['open', 'invite', 'closed'], "must be 'open', 'invite' or 'closed'").default('open'),
  CONTACT: contact.optional(),
  FOOTER_LINKS: links.default([]),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: smtpFrom.optional(),
  /** push services of browsers; messages are sent nowhere else */
  PUSH_SERVICES: pushServices.default([
    'https://fcm.googleapis.com',
    'https://*.push.services.mozilla.com',
    'https://*.push.apple.com',
    'https://*.notify.windows.com',
  ]),
  /** multiplies every limit except those of sign-in (limits.ts); 0 turns them off */
  LIMITS_FACTOR: z.coerce
    .number('must be a number from 0 (no limits) to 1000')
    .min(0, 'must be a number from 0 (no limits) to 1000')
    .max(1_000, 'must be a number from 0 (no limits) to 1000')
    .default(1),
  /** bearer token of /metrics; without it the route responds 404 */
  METRICS_TOKEN: z.string().optional(),
  /** schedule of the backups, in local time */
  BACKUP_SCHEDULE: z
    .string()
    .trim()
    .refine(
      (text) => text === 'off' || isCronLine(text),
      "must be a cron line such as '30 3 * * *' (half past three each night), or 'off'",
    )
    .default('30 3 * * *'),
  BACKUP_KEEP: whole(1, 10_000).default(14),
  /** retention of live events, in hours; they can be replayed for this long */
  EVENTS_KEEP_HOURS: whole(1, 8_760).default(24),
  /** how long a start waits for the database, in seconds */
  START_WAIT: whole(0, 3_600).default(60),
  /** how long a process that shuts down reports not ready but still serves, in seconds */
  SHUTDOWN_DELAY: whole(0, 300).default(0),
  ACCESS_LOG: z.enum(['off', 'errors', 'all'], "must be 'off', 'errors' or 'all'").default('errors'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** set by `npm start` when the demo's stand-ins replace the real services */
  PLAK_DEMO: z.literal('1').optional(),
  /** set by `npm run dev`: the web is served by Vite with reload instead of from dist/ */
  PLAK_DEV: z.literal('1').optional(),
})

export const settingNames: readonly string[] = Object.keys(schema.shape)

const ONLY_HERE = 'must begin with https:// where NODE_ENV=production (http:// only to this machine)'
const isPlainAbroad = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

type Values = z.infer<typeof schema>
export type Mistake = { name: string; message: string }

/** Returns the settings that contradict others. */
function contradictions(settings: Partial<Values>): Mistake[] {
  const found: Mistake[] = []
  const refuse = (name: keyof Values, message: string) => found.push({ name, message })
  const { SPOTIFY_CLIENT_ID, SPOTIFY_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings
  if (SPOTIFY_CLIENT_ID && !SPOTIFY_CLIENT_SECRET)
    refuse('SPOTIFY_CLIENT_SECRET', 'is missing (SPOTIFY_CLIENT_ID is set)')
  if (SPOTIFY_CLIENT_SECRET && !SPOTIFY_CLIENT_ID)
    refuse('SPOTIFY_CLIENT_ID', 'is missing (SPOTIFY_CLIENT_SECRET is set)')
  if (GOOGLE_CLIENT_SECRET && !GOOGLE_CLIENT_ID)
    refuse('GOOGLE_CLIENT_ID', 'is missing (GOOGLE_CLIENT_SECRET is set)')
  if (settings.SMTP_URL && !settings.SMTP_FROM) refuse('SMTP_FROM', 'is missing (SMTP_URL is set)')
  if (settings.SMTP_FROM && !settings.SMTP_URL) refuse('SMTP_URL', 'is missing (SMTP_FROM is set)')
  if (settings.CATALOGUE === 'musicbrainz' && settings.MUSICBRAINZ === 'off')
    refuse('MUSICBRAINZ', "must be 'on' where CATALOGUE=musicbrainz")
  if (settings.CATALOGUE === 'demo' && settings.DEMO === 'off')
    refuse('CATALOGUE', "must not be 'demo' where DEMO=off")
  if (settings.NODE_ENV !== 'production') return found
  if (settings.CATALOGUE === 'demo') refuse('CATALOGUE', "must not be 'demo' where NODE_ENV=production")
  for (const name of ['PLAK_DEMO', 'PLAK_DEV'] as const)
    if (settings[name]) refuse(name, 'must not be set where NODE_ENV=production')
  const addresses = [
    'PUBLIC_URL',
    'LASTFM_BASE',
    'MUSICBRAINZ_BASE',
    'COVERART_BASE',
    'LISTENBRAINZ_BASE',
    'WIKIDATA_BASE',
    'COMMONS_BASE',
    'SPOTIFY_ACCOUNTS_BASE',
    'SPOTIFY_API_BASE',
    'OIDC_ISSUER',
  ] as const
  for (const name of addresses)
    if (settings[name] !== undefined && isPlainAbroad(settings[name])) refuse(name, ONLY_HERE)
  return found
}

/** Defaults of the demo, which scripts/environment.mjs sets: they can be changed as if nobody had set them. */
export const demoTexts: Readonly<Record<string, string>> = { CONTACT: 'plak@example.org' }

/** Returns the text of a setting that is not set, or null. */
export function defaultText(name: keyof Values): string | null {
  const { data } = schema.shape[name].safeParse(undefined)
  return data === undefined || Array.isArray(data) ? null : String(data)
}

export type Settings = Omit<Values, 'PUBLIC_URL'> & {
  /** our own origin, without a trailing slash */
  PUBLIC_URL: string
  /** the text of each setting that the environment sets; an empty one counts as missing */
  environment: Readonly<Record<string, string>>
}

export class SettingsError extends Error {}

/**
 * An empty value counts as missing.
 * @throws {SettingsError} with all invalid settings
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const isGiven = (entry: [string, string | undefined]): entry is [string, string] => Boolean(entry[1])
  const { env: values, problems } = readSecretFiles(Object.fromEntries(Object.entries(env).filter(isGiven)))
  const isOwn = ([name, text]: [string, string]) =>
    Object.hasOwn(schema.shape, name) && !(values['PLAK_DEMO'] && demoTexts[name] === text)
  const environment = Object.fromEntries(Object.entries(values).filter(isOwn))
  const { settings, mistakes } = parseSettings(values, environment, problems)
  if (!settings) {
    const lines = [...problems.values(), ...mistakes.map(describeMistake)]
    throw new SettingsError(
      `These settings (environment or .env, see .env.example) must be corrected:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  return settings
}

export const describeMistake = ({ name, message }: Mistake): string => `${name} ${message}`

/** Parses the texts of all settings. `problems` are settings that could not be read, with a sentence each. */
export function parseSettings(
  values: Readonly<Record<string, string>>,
  environment: Settings['environment'],
  problems: ReadonlyMap<string, string> = new Map(),
): { settings: Settings; mistakes: never[] } | { settings: null; mistakes: Mistake[] } {
  const { data, error } = schema.safeParse(values)
  const wrong = (error?.issues ?? []).map(({ path, message, code }): Mistake => {
    const name = String(path[0])
    const isMissing = code === 'invalid_type' && values[name] === undefined
    return { name, message: isMissing ? 'is missing' : message }
  })
  const names = new Set([...problems.keys(), ...wrong.map(({ name }) => name)])
  const others = contradictions(data ?? readableIn(values)).filter(({ name }) => !names.has(name))
  const mistakes = [...wrong.filter(({ name }) => !problems.has(name)), ...others]
  if (!data || problems.size > 0 || mistakes.length > 0) return { settings: null, mistakes }
  return { settings: { ...data, PUBLIC_URL: publicUrlOf(data), environment }, mistakes: [] }
}

/** Returns the settings that are valid by themselves. */
function readableIn(values: Readonly<Record<string, string>>): Partial<Values> {
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const { success, data } = field.safeParse(values[name])
    return success ? [[name, data]] : []
  })
  return Object.fromEntries(entries) as Partial<Values>
}

/** Returns our own origin: the setting, or the address that the server listens on. */
export function publicUrlOf({
  PUBLIC_URL,
  HOST,
  PORT,
}: {
  PUBLIC_URL?: string | undefined
  HOST: string
  PORT: number
}): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return new URL(PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`).origin
}

/** The catalogue in force. While it lacks a setting, no service is asked and pages show our own rows. */
export type Catalogue = {
  name: 'lastfm' | 'musicbrainz'
  missing: 'LASTFM_API_KEY' | 'CONTACT' | null
  /** whether MusicBrainz is asked: always as the catalogue, and beside Last.fm if there is a contact */
  asksMusicBrainz: boolean
}

/** Returns the catalogue in force. The demo's is Last.fm's stand-in. */
export function catalogueOf({
  CATALOGUE,
  LASTFM_API_KEY,
  MUSICBRAINZ,
  CONTACT,
}: Pick<Settings, 'CATALOGUE' | 'LASTFM_API_KEY' | 'MUSICBRAINZ' | 'CONTACT'>): Catalogue {
  const hasContact = CONTACT !== undefined
  if (CATALOGUE === 'musicbrainz')
    return { name: 'musicbrainz', missing: hasContact ? null : 'CONTACT', asksMusicBrainz: hasContact }
  const missing = LASTFM_API_KEY === undefined ? 'LASTFM_API_KEY' : null
  const asksMusicBrainz = missing === null && hasContact && MUSICBRAINZ === 'on'
  return { name: 'lastfm', missing, asksMusicBrainz }
}
