// Everything that depends on the internals of the `mariadb` driver.
import type { Socket } from 'node:net'

/** Creates an error in the form of the driver's own, so that Prisma passes it on like those. */
export const failure = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { errno: 45_026, sqlMessage: message, sqlState: 'HY000' })

/**
 * Converts a socket's error, which has no error number of the driver or the server, to a lost connection; returns others
 * unchanged.
 */
export function asFailure(error: unknown): unknown {
  const { sqlMessage, syscall, code, message } = error as NodeJS.ErrnoException & { sqlMessage?: string }
  const isSocket = sqlMessage === undefined && (syscall !== undefined || /^E[A-Z_]+$/.test(code ?? ''))
  return isSocket ? failure(message, error) : error
}

/**
 * If the driver runs queries while it connects and the server dies at that moment, a promise rejects that no caller can handle.
 * With a known collation (the one that it would choose) and no time zone it runs none.
 */
export const silentConnect = { collation: 'UTF8MB4_UNICODE_CI' }

export type BareConnection = {
  socket?: Socket
  query: (command: { sql: string }, done: () => void, failed: (error: Error) => void) => void
}

/** Closes a connection after `silence` milliseconds without traffic; 0: never. With TLS, the TLS socket counts. */
export function limitSilence(connection: object, silence: number): void {
  const { socket } = connection as Partial<BareConnection>
  if (!socket) return
  socket.setTimeout(silence)
  if (silence > 0 && socket.listenerCount('timeout', giveUp) === 0) socket.on('timeout', giveUp)
}

function giveUp(this: Socket): void {
  this.destroy(failure('the connection was silent for too long'))
}
