import type { Language } from '../../shared/preferences.ts'
import { mail, type MailTexts } from '../../shared/texts/default/mail.ts'
import { mail as turkishMail } from '../../shared/texts/turkish/mail.ts'

/** Separate from shared/texts.ts, because browsers do not need these texts. */
export const mailTexts: Record<Language, MailTexts> = { default: mail, en: mail, tr: turkishMail }
