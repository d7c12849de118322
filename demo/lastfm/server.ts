import type { FastifyInstance, FastifyReply } from 'fastify'
import { misbehave, takeRules, type Rule } from './faults.ts'
import type { Call } from './methods.ts'
import { toXml, type WireResponse } from './wire.ts'

/** `query` is the raw query string. */
export type LoggedRequest = {
  at: string
  method: string | null
  params: Record<string, string | undefined>
  query: string
  userAgent: string | null
  faults: string[]
}

export type LastfmState = { rules: Rule[]; requests: LoggedRequest[] }

export type LastfmOptions = {
  state: LastfmState
  /** the origin of picture URLs; a function, because a free port is only known after the start */
  picturesBase: () => string
  now: () => Date
}

const KEPT_REQUESTS = 5000

export async function lastfm(app: FastifyInstance, { state, picturesBase, now }: LastfmOptions) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  const pending = new Set<() => void>()
  app.addHook('preClose', async () => pending.forEach((wake) => wake()))

  const wait = (ms: number, reply: FastifyReply) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        pending.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      pending.add(wake)
      reply.raw.once('close', wake)
    })

  app.route({
    method: ['GET', 'POST'],
    url: '/2.0',
    handler: serve,
  })
  app.route({ method: ['GET', 'POST'], url: '/2.0/', handler: serve })
  app.options('/2.0/', async (_request, reply) => cors(reply).code(204).send())

  async function serve(
    request: { url: string; body: unknown; headers: Record<string, unknown> },
    reply: FastifyReply,
  ) {
    const query = request.url.split('?').slice(1).join('?')
    const form = typeof request.body === 'string' ? request.body : ''
    const params: Call['params'] = Object.fromEntries(
      new URLSearchParams([query, form].filter(Boolean).join('&')),
    )
    const rules = takeRules(state.rules, params)
    state.requests.push({
      at: now().toISOString(),
      method: params.method?.toLowerCase() ?? null,
      params,
      query,
      userAgent: (request.headers['user-agent'] as string | undefined) ?? null,
      faults: rules.map(({ fault }) => fault),
    })
    if (state.requests.length > KEPT_REQUESTS) state.requests.shift()

    for (const rule of rules.filter(({ fault }) => fault === 'slow')) await wait(rule.ms ?? 1000, reply)
    const call: Call = { params, base: picturesBase(), dialect: 'b' }
    return sendEnd(rules.at(-1), call, rules, reply) ?? sendAnswer(misbehave(call, rules), params, reply)
  }

  function sendEnd(rule: Rule | undefined, call: Call, rules: Rule[], reply: FastifyReply) {
    if (rule?.fault === 'html') {
      const page = '<html><head><title>502 Bad Gateway</title></head><body></body></html>\n'
      return cors(reply)
        .code(rule.status ?? 502)
        .type('text/html')
        .send(page)
    }
    if (rule?.fault === 'empty')
      return cors(reply)
        .code(rule.status ?? 200)
        .type('application/json')
        .send('')
    if (rule?.fault === 'body') {
      const text = typeof rule.body === 'string' ? rule.body : JSON.stringify(rule.body)
      return cors(reply)
        .code(rule.status ?? 200)
        .type(rule.contentType ?? 'application/json')
        .send(text)
    }
    if (rule?.fault === 'cut-off') {
      const text = JSON.stringify(misbehave(call, rules.slice(0, -1)).body)
      return cors(reply)
        .code(200)
        .type('application/json')
        .send(text.slice(0, Math.ceil(text.length / 2)))
    }
    if (rule?.fault === 'hang' || rule?.fault === 'reset') {
      reply.hijack()
      return wait(rule.fault === 'hang' ? (rule.ms ?? 30_000) : 0, reply).then(() => {
        reply.raw.socket?.resetAndDestroy()
        return reply
      })
    }
    return null
  }
}

const cors = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'POST, GET, OPTIONS')
    .header('access-control-max-age', '86400')

function sendAnswer({ status, body }: WireResponse, params: Call['params'], reply: FastifyReply) {
  cors(reply).code(status)
  if (params.format !== 'json') return reply.type('text/xml; charset=UTF-8').send(toXml(body))
  const text = JSON.stringify(body)
  return params.callback
    ? reply.type('application/javascript').send(`${params.callback}(${text})`)
    : reply.type('application/json').send(text)
}
