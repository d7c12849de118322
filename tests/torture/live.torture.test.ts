import { expect, it } from 'vitest'
import { openCluster } from './cluster/stage.ts'
import { openStage } from './disasters.ts'
import { torture, type Torture } from './torture.ts'

// `npm run torture` sets these.
const kind = process.env.TORTURE ?? 'long'
const seed = Number(process.env.TORTURE_SEED ?? Math.floor(Math.random() * 1e9))

type Plan = Omit<Torture, 'seed' | 'tell'> & {
  /** whether events must have been lost and announced */
  hasResets: boolean
}

const plans: Record<string, Plan> = {
  long: {
    open: (random) => openStage(3, random),
    raw: 240,
    stock: 60,
    authors: 12,
    deliveries: 100_000,
    deeds: 12,
    disasters: ['cut', 'kill', 'redis', 'hop', 'blackout', 'amnesia', 'massacre'],
    hasResets: true,
  },
  cluster: {
    open: () => openCluster(3),
    raw: 48,
    stock: 12,
    authors: 6,
    deliveries: 120_000,
    most: 150,
    deeds: 6,
    disasters: ['process', 'writer', 'master', 'node', 'sentinel', 'freeze', 'proxy'],
    hasResets: false,
  },
}
const plan = plans[kind]!

it('every client ends with the truth of the database, whatever breaks', { timeout: 1_200_000 }, async () => {
  const tell = (line: string) => void process.stdout.write(`${line}\n`)
  tell(`seed ${seed}`)
  const { problems, ...report } = await torture({ ...plan, seed, tell })
  tell(JSON.stringify(report))
  expect(
    problems.slice(0, 50),
    `${problems.length} problems with seed ${seed}: ${JSON.stringify(report)}`,
  ).toEqual([])
  if (plan.most === undefined) expect(report.deliveries).toBeGreaterThanOrEqual(plan.deliveries)
  if (plan.hasResets) expect(report.resets).toBeGreaterThan(0)
})
