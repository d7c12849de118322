import type { Language } from '../../shared/preferences.ts'
import { mail, type MailTexts } from '../../shared/texts/default/mail.ts'
import { mail as turkishMail } from '../../shared/texts/turkish/mail.ts'

/** What mails say, apart from the other texts (shared/texts.ts): no browser ever needs them. */
export const mailTexts: Record<Language, MailTexts> = { default: mail, en: mail, tr: turkishMail }
