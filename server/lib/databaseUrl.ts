// The only place that reads DATABASE_URL, for our own connections and for migrations.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import { parseUrl } from '../../shared/parseUrl.ts'

export type DatabaseConfig = {
  host?: string
  port?: number
  socketPath?: string
  user: string
  password: string
  database: string
  ssl?: boolean | Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized' | 'checkServerIdentity'>
  allowPublicKeyRetrieval?: boolean
}

const expected =
  'it should look like mysql://user:password@host:3306/plak or mysql://user@localhost/plak?socket=/path'

/** The supported parameters with their allowed values; undefined means a path. */
const supportedParameters: Record<string, readonly string[] | undefined> = {
  socket: undefined,
  ssl: ['true', 'false', 'verify-ca', 'skip-verify'],
  sslca: undefined,
  allowPublicKeyRetrieval: ['true', 'false'],
}

/**
 * Parses `mysql://user:password@host:port/database` into settings of the `mariadb` driver. `?socket=/path` (Prisma's own
 * parameter) selects a unix socket instead of host and port. `?ssl=` requests TLS: `true` (checks the certificate and the host
 * name), `verify-ca` (checks only the certificate) or `skip-verify` (encrypted, any server). `&sslca=/path` is the authority that
 * must have signed the certificate.
 * @throws for unknown parameters: ignoring a misspelt TLS setting would mean plain text
 */
export function databaseConfig(url: string): DatabaseConfig {
  // Errors never contain the URL: it holds a password.
  const parsed = parseUrl(url)
  if (!parsed) throw new Error(`DATABASE_URL is not an address: ${expected}`)
  const { protocol, hostname, port, username, password, pathname, searchParams } = parsed
  if (protocol !== 'mysql:' && protocol !== 'mariadb:') {
    throw new Error(`DATABASE_URL begins with '${protocol}': ${expected}`)
  }
  const database = decode(pathname.slice(1))
  if (/^$|\//.test(database)) throw new Error(`DATABASE_URL names no database: ${expected}`)
  checkParameters(searchParams)
  const credentials = { user: decode(username) || 'root', password: decode(password), database }
  const socketPath = searchParams.get('socket')
  if (socketPath) {
    // MySQL's caching_sha2_password sends the password as plain text on a socket, and the driver sends one only within TLS.
    const isEncrypted = searchParams.get('ssl') === 'skip-verify'
    return { ...credentials, socketPath, ...(isEncrypted && { ssl: { rejectUnauthorized: false } }) }
  }

  const host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
  const ssl = tlsOf(searchParams, host)
  return {
    ...credentials,
    host,
    port: port === '' ? 3306 : Number(port),
    ...(ssl && { ssl }),
    // Without TLS, MySQL 8 sends the password encrypted with its public key. The key is requested only where nobody can intercept
    // it (this machine), or if the URL explicitly allows it.
    ...(!ssl &&
      (isThisMachine(host) || searchParams.get('allowPublicKeyRetrieval') === 'true') && {
        allowPublicKeyRetrieval: true,
      }),
  }
}

function checkParameters(parameters: URLSearchParams): void {
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(supportedParameters, name)) {
      const names = Object.keys(supportedParameters).join(', ')
      throw new Error(`DATABASE_URL has the parameter '${name}', which is not known. Known are ${names}.`)
    }
    const values = supportedParameters[name]
    if (values && !values.includes(value)) {
      throw new Error(`DATABASE_URL says '${name}=${value}': it must be one of ${values.join(', ')}.`)
    }
    if (value === '') throw new Error(`DATABASE_URL has the parameter '${name}' without a path.`)
    if (parameters.getAll(name).length > 1) throw new Error(`DATABASE_URL has '${name}' twice.`)
  }
  const [ssl, ca] = [parameters.get('ssl'), parameters.has('sslca')]
  if (ca && (ssl === 'false' || ssl === 'skip-verify')) {
    throw new Error(`DATABASE_URL says 'ssl=${ssl}' and names an authority (sslca): keep one of the two.`)
  }
  if (parameters.has('socket') && (ca || ssl === 'true' || ssl === 'verify-ca')) {
    throw new Error(
      `DATABASE_URL asks for TLS (ssl, sslca) on a socket of this machine: keep one of the two, or use ssl=skip-verify.`,
    )
  }
}

function tlsOf(parameters: URLSearchParams, host: string): DatabaseConfig['ssl'] {
  const file = parameters.get('sslca')
  const ssl = parameters.get('ssl') ?? (file ? 'true' : 'false')
  if (ssl === 'false') return undefined
  if (ssl === 'skip-verify') return { rejectUnauthorized: false }
  // Node gets the name to check from the host name's lookup, which an IP address does not have.
  if (ssl === 'true' && !file && !isIP(host)) return true
  return {
    rejectUnauthorized: true,
    ...(file && { ca: authorityIn(file) }),
    checkServerIdentity: (_, certificate) =>
      ssl === 'verify-ca' ? undefined : checkServerIdentity(host, certificate),
  }
}

function authorityIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`DATABASE_URL names an authority (sslca=${file}) that cannot be read (${code}).`, {
      cause: error,
    })
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error(`DATABASE_URL has a '%' that is not an escape (write it as %25): ${expected}`)
  }
}
