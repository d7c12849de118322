// The one place that reads DATABASE_URL, for the product's own connections and for the migration alike.

export type DatabaseConfig = {
  host?: string
  port?: number
  socketPath?: string
  user: string
  password: string
  database: string
  ssl?: boolean
  allowPublicKeyRetrieval?: boolean
}

const expected =
  'it should look like mysql://user:password@host:3306/plak or mysql://user@localhost/plak?socket=/path'

/**
 * The settings of the `mariadb` driver for `mysql://user:password@host:port/database`. `?socket=/path`
 * (Prisma's own parameter) takes a unix socket instead of host and port, `?ssl=true` asks for a verified TLS
 * connection.
 */
export function databaseConfig(url: string): DatabaseConfig {
  // What is wrong with an address is reported without the address: it holds a password.
  if (!URL.canParse(url)) throw new Error(`DATABASE_URL is not an address: ${expected}`)
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url)
  if (protocol !== 'mysql:' && protocol !== 'mariadb:') {
    throw new Error(`DATABASE_URL begins with '${protocol}': ${expected}`)
  }
  const database = decoded(pathname.slice(1))
  if (/^$|\//.test(database)) throw new Error(`DATABASE_URL names no database: ${expected}`)
  const who = { user: decoded(username) || 'root', password: decoded(password), database }
  const socketPath = searchParams.get('socket')
  if (socketPath) return { ...who, socketPath }

  const host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
  const ssl = searchParams.get('ssl') === 'true'
  return {
    ...who,
    host,
    port: port === '' ? 3306 : Number(port),
    ...(ssl && { ssl }),
    // MySQL 8 sends the password under its public key where there is no TLS. The key is asked for where
    // nobody can stand between (this machine), elsewhere only when the address says so.
    ...(!ssl &&
      (isThisMachine(host) || searchParams.get('allowPublicKeyRetrieval') === 'true') && {
        allowPublicKeyRetrieval: true,
      }),
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error(`DATABASE_URL has a '%' that stands for nothing (write it as %25): ${expected}`)
  }
}
