import type { z } from 'zod'
import type { testMailInput } from '../../shared/adminSettings.ts'
import { makeMailer, MailError } from '../clients/smtp/client.ts'
import type { Context } from '../core/trpc.ts'
import { DomainError } from '../lib/errors.ts'
import type { Mistake } from '../lib/settings.ts'
import { renderLetter } from '../mail/letter.ts'
import { mailTexts } from '../mail/texts.ts'
import { mergeTexts } from '../settings/inForce.ts'
import type { Request } from './acts.ts'
import { changesOf, mistakesAfter, refuseMistakes, refuseUnchangeable, withChanges } from './settings.ts'

/** in milliseconds: less than a response may take */
const PATIENCE = 20_000

/**
 * Sends a mail to the administrator, through the mail server of `values` and of the settings in force. Stores nothing.
 * @throws forbidden in the demo; BAD_REQUEST with the mistakes of each setting; invalid with the words of the mail server
 */
export async function sendTestMail(
  { deps, viewer, texts }: Request & Pick<Context, 'texts'>,
  { values }: z.output<typeof testMailInput>,
): Promise<{ to: string }> {
  await deps.liveSettings.refresh()
  const { environment, PUBLIC_URL } = deps.settings
  refuseUnchangeable(deps.settings, { SMTP_URL: null, ...values }, { isStored: false })
  const stored = deps.liveSettings.stored()
  const changes = changesOf(values, stored)
  const merged = mergeTexts(environment, withChanges(stored.values, changes))
  const { SMTP_URL: url, SMTP_FROM: from } = merged
  const missing: Mistake[] = url || from ? [] : [{ name: 'SMTP_URL', message: 'is missing' }]
  refuseMistakes([...missing, ...mistakesAfter(environment, stored, changes)], ['SMTP_URL'])
  const { email: to } = await deps.db.user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { email: true },
  })
  const { code: language, test } = mailTexts[texts().language]
  const letter = { to, language, subject: test.subject, text: test.text(to), note: test.noteOfSettings }
  try {
    const mailer = makeMailer({ url: url!, from: from!, host: new URL(PUBLIC_URL).hostname })
    await mailer.send(renderLetter(letter), { timeout: PATIENCE })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new DomainError('invalid', { id: 'admin.testMailFailed', words: error.said })
  }
  return { to }
}
