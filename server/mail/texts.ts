import type { Language } from '../../shared/preferences.ts'
import { mail, type MailTexts } from '../../shared/texts/default/mail.ts'
import { mail as turkishMail } from '../../shared/texts/turkish/mail.ts'

/** Texts of mails, separate from the other texts (shared/texts.ts) because browsers do not need them. */
export const mailTexts: Record<Language, MailTexts> = { default: mail, en: mail, tr: turkishMail }
