import { z } from 'zod'
import { parseUrl } from '../../shared/parseUrl.ts'

// nodemailer would accept further options in the URL: pools, debugging, files.
const parameters = ['ignoreTLS', 'name', 'requireTLS', 'tls.rejectUnauthorized']

export const smtpUrl = z.string().refine(
  (text) => {
    const url = /^smtps?:\/\/./i.test(text) ? parseUrl(text) : null
    if (!url) return false
    const { hostname, searchParams } = url
    return hostname !== '' && [...searchParams.keys()].every((name) => parameters.includes(name))
  },
  `must be a URL that begins with smtp:// or smtps:// (smtps://user:password@mail.example.org:465); the parameters that it can have are ${parameters.join(', ')}`,
)

export const smtpFrom = z
  .string()
  .regex(
    /^(?:[^<>@\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
    'must be an e-mail address, or a name with one (Plak <plak@example.org>)',
  )
