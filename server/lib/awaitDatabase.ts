import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mariadb'
import { databaseConfig } from './databaseUrl.ts'
import { asFailure, silentConnect } from './driver.ts'
import { Refusal } from './refusal.ts'
import { tooOld } from './serverVersion.ts'

export type DatabaseServer = { version: string; preparedInAll: number; connectionsInAll: number }

const AGAIN = 500
const CONNECT = 3_000
/** error number if the database does not exist yet: `migrate` creates it */
const UNKNOWN_DATABASE = 1049
/** error numbers for too many connections, shutting down, or no server: all of these are temporary */
const PASSING = new Set([1040, 1053, 1203, 1047, 45_009, 45_012, 45_019, 45_026])
const isPassing = ({ errno, syscall }: NodeJS.ErrnoException) =>
  syscall !== undefined || PASSING.has(errno ?? 0)

/** @throws the error of the last attempt; Refusal for a server that is too old or rejects the login */
export async function awaitDatabase(
  url: string,
  { seconds, say }: { seconds: number; say: (sentence: string) => void },
): Promise<DatabaseServer> {
  const until = performance.now() + seconds * 1_000
  for (let attempt = 1; ; attempt++) {
    try {
      return await readServer(url)
    } catch (error) {
      if (error instanceof Refusal) throw error
      const { message } = error as Error
      if (!isPassing(error as NodeJS.ErrnoException)) throw new Refusal(sayRefused(error), { cause: error })
      if (performance.now() >= until) throw asFailure(error)
      if (attempt === 1)
        say(`The database does not answer yet (${message}); waiting ${seconds} seconds for it.`)
      await sleep(AGAIN)
    }
  }
}

export function sayRefused(error: unknown): string {
  const { sqlMessage, message, code = '' } = error as Error & { sqlMessage?: string | null; code?: string }
  const text = sqlMessage ?? message
  const change = /RSA public key|allowPublicKeyRetrieval/i.test(text)
    ? 'It accepts passwords only over an encrypted connection. Add to DATABASE_URL ?ssl=true&sslca=/path/to/ca.pem, or ' +
      '?ssl=skip-verify (encrypted, any server), or ?allowPublicKeyRetrieval=true where nobody can listen in between.'
    : /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_/.test(code) ||
        /self-signed|unable to (get|verify)/i.test(text)
      ? 'Its certificate is signed by an authority that this machine does not trust. Add sslca=/path/to/ca.pem to DATABASE_URL ' +
        '(MySQL keeps ca.pem in its data folder), or take ssl=skip-verify (encrypted, any server).'
      : 'Check DATABASE_URL.'
  // The driver's own advice names options that the URL does not support.
  const reason = text.replace(/\. Either set option[^]*$/, '')
  return `The database refuses the login (${reason}). ${change}`
}

async function readServer(url: string): Promise<DatabaseServer> {
  const config = { ...databaseConfig(url), ...silentConnect, connectTimeout: CONNECT, socketTimeout: CONNECT }
  const { database: _, ...server } = config
  const connection = await createConnection(config).catch((error: unknown) => {
    if ((error as { errno?: number }).errno !== UNKNOWN_DATABASE) throw error
    return createConnection(server)
  })
  try {
    const version = connection.serverVersion()
    const problem = tooOld(version)
    if (problem !== null) throw new Refusal(problem)
    const [row] = await connection.query<{ prepared: bigint; connections: bigint }[]>(
      'SELECT @@max_prepared_stmt_count AS prepared, @@max_connections AS connections',
    )
    return {
      version,
      preparedInAll: Number(row?.prepared),
      connectionsInAll: Number(row?.connections),
    }
  } finally {
    connection.end().catch(() => {})
  }
}
