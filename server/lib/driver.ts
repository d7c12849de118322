// Knowledge of the `mariadb` driver's internals, in one place.
import type { Socket } from 'node:net'

/** An error as the driver makes its own, so that Prisma hands it on like those. */
export const failure = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { errno: 45_026, sqlMessage: message, sqlState: 'HY000' })

/** An error of the driver; a socket's own has no number of the driver's, nor of the server's: it is a lost connection. */
export function named(error: unknown): unknown {
  const { sqlMessage, syscall, code, message } = error as NodeJS.ErrnoException & { sqlMessage?: string }
  const isSocket = sqlMessage === undefined && (syscall !== undefined || /^E[A-Z_]+$/.test(code ?? ''))
  return isSocket ? failure(message, error) : error
}

/**
 * When the driver runs queries of its own while it connects and the server dies at that moment, a promise rejects that no caller
 * can handle. With a known collation (the one that it would choose) and no time zone it runs none.
 */
export const silentConnect = { collation: 'UTF8MB4_UNICODE_CI' }

/** What the driver's events hand over: what it makes its own connections of. */
export type BareConnection = {
  socket?: Socket
  query: (command: { sql: string }, done: () => void, failed: (error: Error) => void) => void
}

/** Gives a connection up when nothing moves on it for so long; 0: never. TLS has a socket of its own, which counts. */
export function limitSilence(connection: object, silence: number): void {
  const { socket } = connection as Partial<BareConnection>
  if (!socket) return
  socket.setTimeout(silence)
  if (silence > 0 && socket.listenerCount('timeout', giveUp) === 0) socket.on('timeout', giveUp)
}

function giveUp(this: Socket): void {
  this.destroy(failure('the connection was silent for too long'))
}
