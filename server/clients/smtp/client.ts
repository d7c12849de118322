import { createTransport, type NodemailerError } from 'nodemailer'
import { z } from 'zod'

/** A mail as it goes out: plain text, and the same as HTML. */
export type Message = {
  /** the same for the same mail, without a host; another one each time where it is left out */
  id?: string
  to: string
  subject: string
  text: string
  html: string
  /** further headers */
  headers?: Record<string, string>
}

/** Why a mail did not go. The code is the server's or the system's own; nothing in it names the recipient. */
export class MailError extends Error {
  /** `refused`: the server will never take it; `later`: it said so; `away`: there was no server to say anything */
  readonly outcome: 'refused' | 'later' | 'away'
  readonly code: string

  constructor(outcome: MailError['outcome'], code: string) {
    super(`Mail ${outcome} (${code})`)
    this.outcome = outcome
    this.code = code
  }
}

/** The mail server of an operator. */
export type Mailer = {
  /** Hands a mail over. @throws MailError */
  send(message: Message): Promise<void>
  /** Signs in, and sends nothing. @throws MailError */
  check(): Promise<void>
}

const SECOND = 1_000
/** a whole attempt; the lease of a mail (mail/queue.ts) must be longer */
const ATTEMPT = 40 * SECOND

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** The client of a mail server; `host` is the product's own, for the ids of its mails. */
export function makeMailer({ url, from, host }: { url: string; from: string; host: string }): Mailer {
  const transport = createTransport(
    {
      url,
      // A server on this machine has no name that a certificate could hold.
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
    async send({ id = crypto.randomUUID(), ...message }) {
      const messageId = `<${id}@${host}>`
      try {
        await transport.sendMail({ ...message, messageId, signal: AbortSignal.timeout(ATTEMPT) })
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
}) satisfies z.ZodType<Pick<NodemailerError, 'code' | 'command' | 'responseCode'>>

/** The commands whose refusal is about this mail; of any other, about all. */
const ofThisMail = ['MAIL FROM', 'RCPT TO', 'DATA']

function mailErrorOf(error: unknown): MailError {
  const { code = 'unknown', command = '', responseCode } = failure.safeParse(error).data ?? {}
  if (responseCode === undefined || !ofThisMail.includes(command)) {
    // What never reached a server because it is no mail at all (an address that cannot be one) never will.
    const isMalformed = code === 'EENVELOPE' && responseCode === undefined
    return new MailError(isMalformed ? 'refused' : 'away', responseCode ? String(responseCode) : code)
  }
  return new MailError(responseCode >= 500 ? 'refused' : 'later', String(responseCode))
}
