import { createHash } from 'node:crypto'
import { MailError } from '../clients/smtp/client.ts'
import type { Deps } from '../core/deps.ts'
import { renderLetter, type Letter, type TooEarly } from './letter.ts'
import { claimMail, dropMail, PATIENCE, postponeMail, type MailKind, type WaitingMail } from './queue.ts'

type Writer = (deps: Deps, mail: WaitingMail) => Promise<Letter | TooEarly | null>
export type Writers = Record<MailKind, Writer>

const SECOND = 1_000
/** in milliseconds; a server that recovers gets the mail within two minutes */
const pauses = [15, 30, 60, 100].map((seconds) => seconds * SECOND)

export function makeSender(deps: Deps, writers: Writers): (signal: AbortSignal) => Promise<void> {
  let restUntil = 0

  const isResting = () => {
    const rest = restUntil - deps.now().getTime()
    // A clock that was set back must not stop the sender.
    return rest > 0 && rest <= pauses[0]!
  }
  return async (signal) => {
    while (!signal.aborted && !isResting()) {
      const mail = await claimMail(deps, Object.keys(writers) as MailKind[])
      if (!mail) return
      const { error, settle } = await attempt(deps, writers, mail)
      if (!error) await (settle ? settle() : dropMail(deps, mail))
      else {
        const now = deps.now().getTime()
        const pause = pauses[Math.min(mail.attempts, pauses.length) - 1]!
        await postponeMail(deps, mail, { notBefore: new Date(now + pause) })
        // The server is unreachable for the other mails, too.
        if (error.outcome === 'away') restUntil = now + pauses[0]!
      }
    }
  }
}

/**
 * The same at each attempt: if the server or this process dies before the delivery is recorded, the mailbox can recognise the
 * duplicate.
 */
const messageIdOf = ({ nonce }: WaitingMail, { contents = '' }: Letter): string =>
  createHash('sha256').update('message').update(nonce).update(contents).digest('base64url')

type Attempted = { error: MailError | null; settle?: Letter['settle'] }

/** Returns an error if the attempt must be repeated. Log lines contain no address. */
async function attempt(deps: Deps, writers: Writers, mail: WaitingMail): Promise<Attempted> {
  let settle: Letter['settle']
  const { kind, attempts } = mail
  const isOld = deps.now().getTime() - mail.createdAt.getTime() > PATIENCE
  try {
    const letter = isOld ? null : await writers[kind](deps, mail)
    if (letter && 'notBefore' in letter) {
      const { notBefore } = letter
      return { error: null, settle: () => postponeMail(deps, mail, { notBefore }) }
    }
    settle = letter?.settle
    if (isOld) deps.log.warn({ kind, attempts }, 'mail given up: not accepted within 24 hours')
    if (letter) await deps.mailer?.send({ ...renderLetter(letter), id: messageIdOf(mail, letter) })
    return { error: null, settle }
  } catch (error) {
    if (error instanceof MailError) {
      const details = { kind, attempts, code: error.code }
      deps.log.warn(
        details,
        error.outcome === 'refused' ? 'mail rejected permanently' : 'mail could not be sent, retrying later',
      )
      return error.outcome === 'refused' ? { error: null, settle } : { error }
    }
    deps.log.error({ err: error, kind, attempts }, 'mail could not be composed')
    return { error: new MailError('later', 'unwritten') }
  }
}
