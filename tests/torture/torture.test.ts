import { expect, it } from 'vitest'
import { torture, type Torture } from './torture.ts'

// `npm run torture` sets these; without them it is the short version.
const isLong = process.env.TORTURE === 'long'
const seed = Number(process.env.TORTURE_SEED ?? Math.floor(Math.random() * 1e9))

const plan: Omit<Torture, 'seed' | 'tell'> = isLong
  ? {
      processes: 3,
      raw: 240,
      stock: 60,
      authors: 12,
      deliveries: 100_000,
      deeds: 12,
      disasters: ['cut', 'kill', 'redis', 'hop', 'blackout', 'amnesia', 'massacre'],
    }
  : {
      processes: 2,
      raw: 48,
      stock: 12,
      authors: 5,
      deliveries: 5_000,
      deeds: 5,
      disasters: ['cut', 'redis', 'hop', 'amnesia', 'blackout', 'cut'],
    }

it(
  'every client ends with the truth of the database, whatever breaks',
  { timeout: isLong ? 1_200_000 : 300_000 },
  async () => {
    const tell = isLong ? (line: string) => void process.stdout.write(`${line}\n`) : () => {}
    tell(`seed ${seed}`)
    const { problems, ...report } = await torture({ ...plan, seed, tell })
    tell(JSON.stringify(report))
    expect(
      problems.slice(0, 50),
      `${problems.length} problems with seed ${seed}: ${JSON.stringify(report)}`,
    ).toEqual([])
    expect(report.deliveries).toBeGreaterThanOrEqual(plan.deliveries)
    expect(report.resets).toBeGreaterThan(0)
  },
)
