import { escapeUTF8 } from 'entities'
import type { Message } from '../clients/smtp/client.ts'

/** What a mail says: a subject, a paragraph before the link, one after it. */
export type Letter = {
  to: string
  language: string
  subject: string
  text: string
  /** without one the mail is only a notice */
  link?: { href: string; text: string }
  /** what stands between the text and the link, a line each */
  lines?: readonly string[]
  /** small, at the end: what to do if it was not they who asked */
  note: string
  /** where a program can have such mail ended with one click (RFC 8058) */
  unsubscribe?: string
  /** what becomes of the mail once it is sent, or refused for good, where it is not simply taken out of the queue */
  settle?: (lease: Uint8Array<ArrayBuffer>) => Promise<void>
  /** names what it tells, where one place in the queue may send more than one mail, or another one at the next attempt */
  contents?: string
}

/** Instead of a letter: there is nothing to send yet. */
export type TooEarly = { notBefore: Date }

const style = {
  body: 'margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif',
  all: 'max-width:32rem;margin:0 auto',
  link: 'display:inline-block;padding:10px 20px;border-radius:6px;background:#e8622c;color:#1a0f08;font-weight:600;text-decoration:none',
  small: 'font-size:14px;opacity:.75',
}

/** A letter as it goes out: plain text, and the same as HTML without anything that would be loaded from elsewhere. */
export function lettered({
  to,
  language,
  subject,
  text,
  lines = [],
  link,
  note,
  unsubscribe,
}: Letter): Message {
  const e = escapeUTF8
  const button = link ? `<p><a href="${e(link.href)}" style="${e(style.link)}">${e(link.text)}</a></p>` : ''
  const listed = lines.length > 0 ? `<ul>${lines.map((line) => `<li>${e(line)}</li>`).join('')}</ul>` : ''
  const address = link ? `<p style="${style.small};word-break:break-all">${e(link.href)}</p>` : ''
  return {
    to,
    subject,
    text:
      [
        text,
        ...(lines.length > 0 ? [lines.map((line) => `• ${line}`).join('\n')] : []),
        ...(link ? [link.href] : []),
        note,
        '-- \nPlak',
      ].join('\n\n') + '\n',
    ...(unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    html: `<!doctype html>
<html lang="${e(language)}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${e(subject)}</title></head>
<body style="${e(style.body)}"><div style="${style.all}">
<p>${e(text)}</p>
${listed}
${button}
${address}
<p style="${style.small}">${e(note)}</p>
<p style="${style.small}">Plak</p>
</div></body>
</html>
`,
  }
}
