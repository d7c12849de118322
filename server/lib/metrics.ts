import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CallMeter } from './http.ts'

type Together = 'sum' | 'max' | 'min' | 'first'

export type Metrics = ReturnType<typeof makeMetrics>

/** Buckets from one millisecond, the time of a warm read, to ten seconds, longer than people wait. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function makeMetrics() {
  const registry = new Registry()
  return { registry, ...requests(registry), ...catalogue(registry), ...tasks(registry) }
}

type Definition = { name: string; help: string; labelNames: string[] }
const histogram = (registry: Registry, definition: Definition) =>
  new Histogram({ ...definition, buckets: SECONDS, registers: [registry] })
const counter = (registry: Registry, definition: Definition) =>
  new Counter({ ...definition, registers: [registry] })

function requests(registry: Registry) {
  const procedures = histogram(registry, {
    name: 'plak_procedure_duration_seconds',
    help: 'Duration of procedure calls by outcome (subscriptions: until they started)',
    labelNames: ['procedure', 'outcome'],
  })
  const pages = histogram(registry, {
    name: 'plak_page_duration_seconds',
    help: 'Duration of page rendering by response status',
    labelNames: ['page', 'status'],
  })
  return {
    procedure: (procedure: string, outcome: string, ms: number) =>
      procedures.observe({ procedure, outcome }, ms / 1_000),
    page: (page: string, status: number, ms: number) => pages.observe({ page, status }, ms / 1_000),
  }
}

function catalogue(registry: Registry) {
  const calls = counter(registry, {
    name: 'plak_catalogue_calls_total',
    help: 'Calls to external services by outcome, counted per attempt',
    labelNames: ['service', 'outcome'],
  })
  const breakers = new Map<string, () => boolean>()
  addFigure(registry, {
    name: 'plak_catalogue_breaker_open',
    help: '1 if the circuit breaker of an external service is open',
    label: 'service',
    together: 'max',
    read: () => Object.fromEntries([...breakers].map(([service, isOpen]) => [service, isOpen() ? 1 : 0])),
  })
  return {
    /** The metric is reported from now on, even before any call. */
    service(service: string): CallMeter {
      calls.inc({ service, outcome: 'ok' }, 0)
      return {
        count: (outcome) => calls.inc({ service, outcome }),
        breaker: (isOpen) => void breakers.set(service, isOpen),
      }
    },
  }
}

function tasks(registry: Registry) {
  const syncs = counter(registry, {
    name: 'plak_spotify_syncs_total',
    help: 'Syncs with Spotify by outcome',
    labelNames: ['outcome'],
  })
  const housekeeping = counter(registry, {
    name: 'plak_housekeeping_runs_total',
    help: 'Runs of the deletion of expired rows by outcome',
    labelNames: ['outcome'],
  })
  const housekeepingRows = counter(registry, {
    name: 'plak_housekeeping_rows_total',
    help: 'Expired rows deleted',
    labelNames: ['kind'],
  })
  // Outcomes start at 0: a rate needs a value before the first increment.
  for (const outcome of ['ok', 'failed', 'interrupted']) syncs.inc({ outcome }, 0)
  for (const outcome of ['ok', 'failed']) housekeeping.inc({ outcome }, 0)
  return {
    sync: (outcome: 'ok' | 'failed' | 'interrupted') => syncs.inc({ outcome }),
    tidied(rows: Record<string, number> | null) {
      housekeeping.inc({ outcome: rows ? 'ok' : 'failed' })
      for (const [kind, count] of Object.entries(rows ?? {})) housekeepingRows.inc({ kind }, count)
    },
  }
}

/** One value, or one per label value; null if it is unknown. */
type Figure = number | Record<string, number> | null

export function addFigure(
  registry: Registry,
  options: {
    name: string
    help: string
    kind?: 'gauge' | 'counter'
    label?: string
    together?: Together
    read: () => Figure | Promise<Figure>
  },
): void {
  const { name, help, label, read, kind = 'gauge', together: aggregator = 'sum' } = options
  const Family = (kind === 'counter' ? Counter : Gauge) as typeof Gauge
  new Family({
    name,
    help,
    labelNames: label ? [label] : [],
    aggregator,
    registers: [registry],
    async collect() {
      const figure = await read()
      this.reset()
      // prom-client starts a metric without labels at 0, which would be wrong; one with labels starts empty.
      if (figure === null) return label ? undefined : this.remove()
      if (typeof figure === 'number') return this.inc(figure)
      for (const [value, each] of Object.entries(figure)) this.inc({ [label!]: value }, each)
    },
  })
}
