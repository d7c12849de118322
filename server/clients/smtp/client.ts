import { createTransport, type NodemailerError } from 'nodemailer'
import { z } from 'zod'

export type Message = {
  /** stable id of the mail, without a host; random if it is missing */
  id?: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** The code comes from the server or the system; it never names the recipient. `said`, which can, must not be logged. */
export class MailError extends Error {
  /** `refused`: the server will never accept it; `later`: the server asked for a retry; `away`: no server responded */
  readonly outcome: 'refused' | 'later' | 'away'
  readonly code: string
  readonly #said: string

  constructor(outcome: MailError['outcome'], code: string, said = code) {
    super(`Mail ${outcome} (${code})`)
    this.outcome = outcome
    this.code = code
    this.#said = said
  }

  /** the words of the server, or of the system if no server responded */
  get said(): string {
    return this.#said
  }
}

export type Mailer = {
  /** @throws MailError */
  send(message: Message, options?: { timeout?: number }): Promise<void>
  /** Connects and signs in, without sending anything. @throws MailError */
  check(): Promise<void>
}

const SECOND = 1_000
/** limit of a whole attempt, in milliseconds; the lease of a mail (mail/queue.ts) must be longer */
const ATTEMPT = 40 * SECOND

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** `host` is our own host name, for the ids of the mails. */
export function makeMailer({ url, from, host }: { url: string; from: string; host: string }): Mailer {
  const transport = createTransport(
    {
      url,
      // A server on this machine has no name that a certificate could contain.
      ...(isLoopback(new URL(url.replace(/^smtps?:/i, 'http:')).hostname) && {
        tls: { rejectUnauthorized: false },
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
      dnsTimeout: 5 * SECOND,
      connectionTimeout: 10 * SECOND,
      greetingTimeout: 10 * SECOND,
      socketTimeout: 20 * SECOND,
    },
    { from, xMailer: false, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw mailErrorOf(error)
      }
    },
    async send({ id = crypto.randomUUID(), ...message }, { timeout = ATTEMPT } = {}) {
      const messageId = `<${id}@${host}>`
      try {
        await transport.sendMail({ ...message, messageId, signal: AbortSignal.timeout(timeout) })
      } catch (error) {
        throw mailErrorOf(error)
      }
    },
  }
}

const failure = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
}) satisfies z.ZodType<Pick<NodemailerError, 'code' | 'command' | 'responseCode' | 'response'>>

/** "Message size exceeds fixed limit" (RFC 1870), which a server can already answer to the sender's address. */
const TOO_LARGE = 552

/** True if a rejection concerns only this mail. Otherwise all mails would be rejected: our sender is always the same. */
const isOfThisMail = (command: string, responseCode: number) =>
  ['RCPT TO', 'DATA'].includes(command) || (command === 'MAIL FROM' && responseCode === TOO_LARGE)

function mailErrorOf(error: unknown): MailError {
  const { code = 'unknown', command = '', responseCode, response } = failure.safeParse(error).data ?? {}
  const said = (response ?? (error as Error).message).split(/\r?\n/)[0]!
  if (responseCode === undefined || !isOfThisMail(command, responseCode)) {
    // A malformed mail (an invalid address) never reaches a server, and never will.
    const isMalformed = code === 'EENVELOPE' && responseCode === undefined
    return new MailError(isMalformed ? 'refused' : 'away', responseCode ? String(responseCode) : code, said)
  }
  return new MailError(responseCode >= 500 ? 'refused' : 'later', String(responseCode), said)
}
