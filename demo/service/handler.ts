import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logRequest, takeRules, type DemoState, type Rule, type Service } from './rules.ts'
import { makeWait } from './waiting.ts'

/** A response before it is sent; an object is sent as JSON. */
export type Answer = {
  status: number
  body: unknown
  type?: string
  headers?: Record<string, string | number>
}

export type Call = {
  path: string
  query: URLSearchParams
  userAgent: string
  accept: string
  address: string
  verb: string
  body: unknown
  /** faults that apply to this call and do not end it */
  faults: string[]
}

export type StandIn = {
  service: Service
  state: DemoState
  now: () => Date
  /** complete responses by the names of the service's faults */
  failures: (rule: Rule, call: Call) => Answer | undefined
  /** false if the service cannot fail so at this call; the rule then waits for the next one */
  isPossible?: (fault: string, call: Call) => boolean
  /** called when a call arrives, before faults and waits */
  arrive?: (call: Call) => void
  /** null breaks the connection off */
  respond: (call: Call) => Promise<Answer | null> | Answer | null
}

/** Faults below the service's own format, which every stand-in has. */
export const commonFaults = ['slow', 'html', 'empty', 'cut-off', 'hang', 'reset', 'body']
const commonEnds = new Set(commonFaults.filter((fault) => fault !== 'slow'))

/** Returns the page that a proxy sends when the service behind it fails. */
const badGateway = (status = 502): Answer => ({
  status,
  type: 'text/html',
  body:
    `<html>\r\n<head><title>${status} ${status === 504 ? 'Gateway Time-out' : 'Bad Gateway'}</title></head>\r\n` +
    `<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>openresty</center>\r\n</body>\r\n</html>\r\n`,
})

const textOf = (body: unknown) =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

function sendAnswer(reply: FastifyReply, { status, body, type, headers = {} }: Answer) {
  return reply
    .code(status)
    .type(type ?? 'application/json; charset=utf-8')
    .headers(headers)
    .send(textOf(body))
}

const callOf = (request: FastifyRequest): Call => ({
  path: decodeURI(request.url.split('?')[0]!),
  query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
  userAgent: request.headers['user-agent'] ?? '',
  accept: request.headers.accept ?? '',
  address: request.ip,
  verb: request.method,
  body: request.body,
  faults: [],
})

/** Returns a handler that logs calls, applies the rules, and responds. */
export function makeHandler(app: FastifyInstance, options: StandIn) {
  const { service, state, now, failures, isPossible, arrive, respond } = options
  const wait = makeWait(app)
  const breakOff = (reply: FastifyReply, ms: number) => {
    reply.hijack()
    return wait(ms, reply).then(() => {
      reply.raw.socket?.resetAndDestroy()
      return reply
    })
  }

  /** The response that a rule gives in place of the service's. */
  async function replacement(rule: Rule, call: Call): Promise<Answer | undefined> {
    const { fault, status } = rule
    if (fault === 'html') return badGateway(status)
    if (fault === 'empty') return { status: status ?? 200, body: '' }
    if (fault === 'body') return { status: status ?? 200, body: rule.body, type: rule.contentType }
    if (fault === 'cut-off') {
      const answer = await respond(call)
      const text = textOf(answer?.body ?? '')
      return answer ? { ...answer, body: text.slice(0, Math.ceil(text.length / 2)) } : undefined
    }
    const answer = failures(rule, call)
    return answer && { ...answer, status: status ?? answer.status }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const call = callOf(request)
    arrive?.(call)
    const params = Object.fromEntries(call.query)
    const isEnd = (fault: string) => commonEnds.has(fault) || failures({ fault, service }, call) !== undefined
    const rules = takeRules(
      state,
      { service, path: call.path, params },
      { isEnd, isPossible: (fault) => isPossible?.(fault, call) ?? true },
    )
    call.faults = rules.map(({ fault }) => fault)
    logRequest(state, {
      at: now().toISOString(),
      service,
      verb: call.verb,
      path: call.path,
      method: null,
      params,
      query: call.query.size === 0 ? '' : request.url.slice(request.url.indexOf('?') + 1),
      userAgent: call.userAgent || null,
      faults: call.faults,
    })
    for (const { fault, ms = 1000 } of rules) if (fault === 'slow') await wait(ms, reply)
    const last = rules.at(-1)
    if (last?.fault === 'reset') return breakOff(reply, 0)
    if (last?.fault === 'hang') return breakOff(reply, last.ms ?? 30_000)
    const answer = (last && (await replacement(last, call))) ?? (await respond(call))
    return answer ? sendAnswer(reply, answer) : breakOff(reply, 0)
  }
}
