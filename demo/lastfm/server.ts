import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Histories } from '../plays/histories.ts'
import { logRequest, takeRules, type DemoState, type Rule } from '../service/rules.ts'
import { makeWait } from '../service/waiting.ts'
import { ends, misbehave } from './faults.ts'
import type { Call } from './methods.ts'
import { toXml, type WireResponse } from './wire.ts'

export type LastfmOptions = {
  state: DemoState
  /** the origin of picture URLs; a function, because a free port is only known after the start */
  picturesBase: () => string
  now: () => Date
  histories: Histories
}

/** The stand-in of Last.fm as a Fastify plugin: /2.0/ and /2.0 under its prefix. */
export async function lastfm(app: FastifyInstance, { state, picturesBase, now, histories }: LastfmOptions) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  const wait = makeWait(app)

  app.route({
    method: ['GET', 'POST'],
    url: '/2.0',
    handler: serve,
  })
  app.route({ method: ['GET', 'POST'], url: '/2.0/', handler: serve })
  app.options('/2.0/', async (_request, reply) => cors(reply).code(204).send())

  async function serve(
    request: { url: string; method: string; body: unknown; headers: Record<string, unknown> },
    reply: FastifyReply,
  ) {
    const query = request.url.split('?').slice(1).join('?')
    const form = typeof request.body === 'string' ? request.body : ''
    const params: Call['params'] = Object.fromEntries(
      new URLSearchParams([query, form].filter(Boolean).join('&')),
    )
    const path = request.url.split('?')[0]!
    const rules = takeRules(
      state,
      { service: 'lastfm', path, params },
      { isEnd: (fault) => ends.includes(fault) },
    )
    logRequest(state, {
      at: now().toISOString(),
      service: 'lastfm',
      verb: request.method,
      path,
      method: params.method?.toLowerCase() ?? null,
      params,
      query,
      userAgent: (request.headers['user-agent'] as string | undefined) ?? null,
      faults: rules.map(({ fault }) => fault),
    })

    for (const rule of rules.filter(({ fault }) => fault === 'slow')) await wait(rule.ms ?? 1000, reply)
    const { retryAfter } = rules.at(-1) ?? {}
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    const call: Call = { params, base: picturesBase(), dialect: 'b', histories }
    return sendEnd(rules.at(-1), call, rules, reply) ?? sendAnswer(misbehave(call, rules), params, reply)
  }

  /** Applies faults that replace the whole response or break it off. */
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
