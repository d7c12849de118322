import type { Message } from '../clients/smtp/client.ts'
import { markup } from '../lib/markup.ts'

export type Letter = {
  to: string
  language: string
  subject: string
  text: string
  /** without a link the mail is only a notice */
  link?: { href: string; text: string }
  lines?: readonly string[]
  /** what to do if the recipient did not request the mail */
  note: string
  /** one-click unsubscribe (RFC 8058) */
  unsubscribe?: string
  /** called when the mail is sent or permanently refused, instead of deleting it from the queue */
  settle?: () => Promise<void>
  /** identifies the contents if one queue entry can result in several mails, or in another mail at the next attempt */
  contents?: string
}

export type TooEarly = { notBefore: Date }

const style = {
  body: 'margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif',
  all: 'max-width:32rem;margin:0 auto',
  link: 'display:inline-block;padding:10px 20px;border-radius:6px;background:#e8622c;color:#1a0f08;font-weight:600;text-decoration:none',
  small: 'font-size:14px;opacity:.75',
}

export function renderLetter({
  to,
  language,
  subject,
  text,
  lines = [],
  link,
  note,
  unsubscribe,
}: Letter): Message {
  const button = link && markup`<p><a href="${link.href}" style="${style.link}">${link.text}</a></p>`
  const items = lines.map((line) => markup`<li>${line}</li>`)
  const list = items.length > 0 ? markup`<ul>${items}</ul>` : null
  const address = link && markup`<p style="${style.small};word-break:break-all">${link.href}</p>`
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
    html: String(markup`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="${style.body}"><div style="${style.all}">
<p>${text}</p>
${list}
${button ?? null}
${address ?? null}
<p style="${style.small}">${note}</p>
<p style="${style.small}">Plak</p>
</div></body>
</html>
`),
  }
}
