import type { FastifyInstance } from 'fastify'
import { coverartFaults } from './coverart/server.ts'
import { kinds as lastfmFaults } from './lastfm/faults.ts'
import { listenbrainzFaults } from './listenbrainz/server.ts'
import { musicbrainzFaults } from './musicbrainz/server.ts'
import type { Histories, History, PlayService } from './plays/histories.ts'
import { commonFaults } from './service/handler.ts'
import { services, type DemoState, type LoggedRequest, type Rule, type Service } from './service/rules.ts'
import { wikimediaFaults } from './wikimedia/server.ts'
import type { WorldDescription } from './world/description.ts'
import type { WorldControls } from './world/holder.ts'

const faultsOf: Record<Service, string[]> = {
  lastfm: lastfmFaults,
  musicbrainz: [...commonFaults, ...musicbrainzFaults],
  coverart: [...commonFaults, ...coverartFaults],
  listenbrainz: [...commonFaults, ...listenbrainzFaults],
  wikimedia: [...commonFaults, ...wikimediaFaults],
}

/** Returns the problem of a rule; null if it is valid. */
function ruleProblem(rule: Partial<Rule> | null | undefined): string | null {
  const service = rule?.service ?? 'lastfm'
  if (!services.includes(service)) return `service must be one of ${services.join(', ')}`
  const faults = faultsOf[service]
  return faults.includes(rule?.fault ?? '') ? null : `fault must be one of ${faults.join(', ')}`
}

/** Control interface of the stand-ins that share their rules. */
export type Controls = {
  /** adds a fault; the same as POST /__control */
  misbehave: (rule: Rule) => void
  /** removes all faults; the same as DELETE /__control */
  behave: () => void
  /** the calls of a service so far, oldest first, of Last.fm by default; the same as GET /__requests?service= */
  requests: (service?: Service) => LoggedRequest[]
  forgetRequests: () => void
}

export const makeControls = (state: DemoState): Controls => ({
  misbehave: (rule) => {
    const problem = ruleProblem(rule)
    if (problem) throw new Error(problem)
    state.rules.push({ ...rule })
  },
  behave: () => void state.rules.splice(0),
  requests: (service = 'lastfm') => state.requests.filter((request) => request.service === service),
  forgetRequests: () => void state.requests.splice(0),
})

/** The same over HTTP, for other processes; an invalid rule is answered with 400. */
export function controlRoutes(
  app: FastifyInstance,
  {
    state,
    setWorld,
    histories,
  }: { state: DemoState; setWorld: WorldControls['setWorld']; histories: Histories },
) {
  const { behave, requests, forgetRequests } = makeControls(state)
  app.get('/__control', async () => state.rules)
  app.post<{ Body: Partial<Rule> | Partial<Rule>[] }>('/__control', async ({ body }, reply) => {
    const rules = [body].flat()
    const problem = rules.map(ruleProblem).find((text) => text !== null)
    if (problem) return reply.code(400).send({ message: problem })
    state.rules.push(...(rules as Rule[]))
    return state.rules
  })
  app.delete('/__control', async (_request, reply) => {
    behave()
    return reply.code(204).send()
  })
  app.put<{ Body: WorldDescription | null }>('/__world', { bodyLimit: 2 ** 24 }, async ({ body }, reply) => {
    setWorld(body)
    return reply.code(204).send()
  })
  app.put<{ Params: { service: PlayService; user: string }; Body: History | null }>(
    '/__plays/:service/:user',
    { bodyLimit: 2 ** 24 },
    async ({ params, body }, reply) => {
      histories.set(params.service, params.user, body)
      return reply.code(204).send()
    },
  )
  app.get<{ Querystring: { service?: Service } }>('/__requests', async ({ query }) => requests(query.service))
  app.delete('/__requests', async (_request, reply) => {
    forgetRequests()
    return reply.code(204).send()
  })
}
