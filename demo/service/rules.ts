/** The services of the stand-in that share a control interface. */
export const services = ['lastfm', 'musicbrainz', 'coverart', 'listenbrainz', 'wikimedia'] as const
export type Service = (typeof services)[number]

/** A fault to apply. Without `times` it applies until it is cleared. */
export type Rule = {
  fault: string
  /** Last.fm by default */
  service?: Service
  /** a method of Last.fm */
  method?: string
  /** only calls whose parameters contain these texts, ignoring case */
  match?: Record<string, string>
  /** only calls whose path contains this text */
  path?: string
  times?: number
  /** number of such calls that pass first */
  after?: number
  /** the share of such calls that fails, from 0 to 1, evenly spread; a fifth for `shed`, else all */
  share?: number
  status?: number
  /** for `slow` and `hang`, in milliseconds */
  ms?: number
  /** for failures of Last.fm and `rate-limit` of ListenBrainz: a header that asks to wait, in seconds */
  retryAfter?: number
  /** for `error` */
  code?: number
  message?: string
  /** for `body`: sent exactly as it is */
  body?: unknown
  contentType?: string
}

/** A call in the request log; `query` is the raw query string. */
export type LoggedRequest = {
  at: string
  service: Service
  /** GET, HEAD, … */
  verb: string
  path: string
  /** the method of Last.fm, in lower case */
  method: string | null
  params: Record<string, string | undefined>
  query: string
  userAgent: string | null
  faults: string[]
}

/** The stand-in's faults and received requests; used by the control routes and by tests. */
export type DemoState = {
  rules: Rule[]
  requests: LoggedRequest[]
  /** number of calls that a rule with `after` or `share` matched so far */
  matches: WeakMap<Rule, number>
}

const KEPT_REQUESTS = 5000

export const newState = (): DemoState => ({ rules: [], requests: [], matches: new WeakMap() })

export function logRequest(state: DemoState, request: LoggedRequest): void {
  state.requests.push(request)
  if (state.requests.length > KEPT_REQUESTS) state.requests.shift()
}

type Call = Pick<LoggedRequest, 'service' | 'path' | 'params'>

function isApplicable(rule: Rule, { service, path, params }: Call): boolean {
  if ((rule.service ?? 'lastfm') !== service) return false
  if (rule.method && rule.method.toLowerCase() !== params.method?.toLowerCase()) return false
  if (rule.path && !path.includes(rule.path)) return false
  return Object.entries(rule.match ?? {}).every(([name, text]) =>
    params[name]?.toLowerCase().includes(text.toLowerCase()),
  )
}

/** Counts a call that a rule matches; true if the rule applies to it. */
function isDue(rule: Rule, matches: DemoState['matches']): boolean {
  const { after = 0, share = rule.fault === 'shed' ? 0.2 : 1 } = rule
  const before = matches.get(rule) ?? 0
  matches.set(rule, before + 1)
  const place = before - after
  return place >= 0 && Math.floor((place + 1) * share) > Math.floor(place * share)
}

type FaultTest = (fault: string) => boolean

/** Takes the rules that apply to a call, in order, up to one that ends it; uses each of them up once. */
export function takeRules(
  state: DemoState,
  call: Call,
  { isEnd, isPossible = () => true }: { isEnd: FaultTest; isPossible?: FaultTest },
): Rule[] {
  const applicableRules: Rule[] = []
  for (const rule of state.rules.slice()) {
    if (!isApplicable(rule, call) || !isPossible(rule.fault) || !isDue(rule, state.matches)) continue
    applicableRules.push(rule)
    if (rule.times !== undefined && --rule.times <= 0) state.rules.splice(state.rules.indexOf(rule), 1)
    if (isEnd(rule.fault)) break
  }
  return applicableRules
}
