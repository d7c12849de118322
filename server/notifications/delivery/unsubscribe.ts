import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { settingKinds, type SettingKind } from '../../../shared/notifications.ts'
import { paths } from '../../../shared/paths.ts'
import type { Texts } from '../../../shared/texts.ts'
import type { Deps } from '../../core/deps.ts'
import { plainPage } from '../../lib/plainPage.ts'
import { kysely, run } from '../../lib/sql.ts'
import { mailTexts } from '../../mail/texts.ts'

// The `List-Unsubscribe` link of RFC 8058. The URL contains what it turns off, signed, so nothing is stored and the links of old
// mails keep working.

export type Ended = { userId: number; kind: SettingKind | 'digest' }

const sign = ({ settings }: Pick<Deps, 'settings'>, text: string) =>
  createHmac('sha256', settings.APP_SECRET).update('end of mail').update(text).digest()

export function unsubscribeLink(deps: Pick<Deps, 'settings'>, { userId, kind }: Ended): string {
  const text = `${userId}.${kind}`
  return deps.settings.PUBLIC_URL + paths.unsubscribe(`${text}.${sign(deps, text).toString('base64url')}`)
}

/** Null if we did not sign the link. */
function readLink(deps: Pick<Deps, 'settings'>, token: string): Ended | null {
  const [, text = '', userId = '', kind = '', signature = ''] =
    /^((\d{1,10})\.(\w+))\.([\w-]{43})$/.exec(token) ?? []
  const expectedSignature = sign(deps, text)
  const actualSignature = Buffer.from(signature, 'base64url')
  if (
    actualSignature.length !== expectedSignature.length ||
    !timingSafeEqual(actualSignature, expectedSignature)
  )
    return null
  const knownKind = [...settingKinds, 'digest' as const].find((each) => each === kind)
  return knownKind ? { userId: Number(userId), kind: knownKind } : null
}

/** Does nothing if the account no longer exists. */
async function endMail({ db }: Pick<Deps, 'db'>, { userId, kind }: Ended): Promise<void> {
  if (kind === 'digest') return void (await db.digest.deleteMany({ where: { userId } }))
  const setting = kysely
    .selectFrom('User')
    .select((eb) => ['id', eb.val(kind).as('kind'), eb.lit(true).as('here'), eb.lit(false).as('email')])
    .where('id', '=', userId)
  await run(
    db,
    kysely
      .insertInto('NotificationSetting')
      .columns(['userId', 'kind', 'here', 'email'])
      .expression(setting)
      .onDuplicateKeyUpdate({ email: false }),
  )
}

/** GET is the page of a link and changes nothing; a mail program or the page's button sends a POST. */
export function unsubscribeRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'settings'>,
  textsOf: (header: string | undefined) => () => Texts,
): void {
  type Request = FastifyRequest<{ Params: { token: string } }>
  const answer = (request: Request, reply: FastifyReply, isDone: boolean) => {
    const { language } = textsOf(request.headers.cookie)()
    const { code, unsubscribe: t } = mailTexts[language]
    const isOurs = readLink(deps, request.params.token) !== null
    const [text, button] = !isOurs ? [t.invalid, null] : isDone ? [t.done, null] : [t.ask, t.button]
    return reply
      .code(isOurs ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(plainPage({ language: code, text, button }))
  }
  // Accept any body and ignore it: the POST itself is the request.
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, parsed) =>
      parsed(null),
    )
    scope.get('/unsubscribe/:token', (request: Request, reply) => answer(request, reply, false))
    scope.post('/unsubscribe/:token', async (request: Request, reply) => {
      const link = readLink(deps, request.params.token)
      if (link) await endMail(deps, link)
      return answer(request, reply, true)
    })
    done()
  })
}
