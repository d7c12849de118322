import { expect, vi } from 'vitest'
import { rawLine, stockLine, type Line } from './line.ts'
import { makeRandom, type Random } from './random.ts'
import type { Stage } from './stage.ts'
import { watch, type Watcher } from './stories.ts'
import { makeChronicle, topicsOf, truthOf } from './truth.ts'
import { screenProblems, streamProblems } from './verdict.ts'
import { makeWorld, type World } from './world.ts'
import { makeWriters } from './writers.ts'

export type Torture = {
  seed: number
  /** starts the services below the processes */
  open: (random: Random) => Promise<Stage>
  /** numbers of light clients, and of standard clients of tRPC */
  raw: number
  stock: number
  authors: number
  /** minimum number of delivered events; disasters continue until then */
  deliveries: number
  /** seconds after which no further disaster starts, whatever was delivered */
  most?: number
  /** number of actions during a disaster, and outside of one */
  deeds: number
  /** happen once each, in this order; further ones are random */
  disasters: readonly string[]
  tell: (line: string) => void
}

export type Report = {
  problems: string[]
  deliveries: number
  events: number
  resets: number
  disasters: number
  seconds: number
}

const FOLLOWERS = 3
const AT_ONCE = 20
const HEALED_WITHIN = 60_000

/**
 * Lets users act while everything fails, and reports the result. Every watcher must have received every event once and in
 * order, or a notice of the gap; and every screen must show the state of the database.
 */
export async function torture(plan: Torture): Promise<Report> {
  const began = Date.now()
  const random = makeRandom(plan.seed)
  const stage = await plan.open(random)
  const world = await makeWorld({ ...plan, followers: FOLLOWERS }, stage).catch(async (error: unknown) => {
    await stage.close()
    throw error
  })
  const lines: Line[] = []
  try {
    const watchers = await gather(world, plan, random, lines)
    const chronicle = makeChronicle(world)
    const writers = makeWriters(world, random)
    const { deeds, tell } = plan
    const disasters = stage.disasters({ world, lines, writers, chronicle, random, deeds, tell })
    const deliveries = () => watchers.reduce((sum, { received }) => sum + received.length, 0)

    plan.tell(`${watchers.length} watchers on ${lines.length} clients after ${seconds(began)} s`)
    let count = 0
    const { most = Infinity } = plan
    const goesOn = () => deliveries() < plan.deliveries && seconds(began) < most
    for (; count < plan.disasters.length || goesOn(); count++) {
      const name = plan.disasters[count] ?? random.pick(plan.disasters)
      await Promise.all([disasters[name]!(), writers.act(deeds)])
      plan.tell(`${name}: ${deliveries()} deliveries after ${seconds(began)} s`)
    }
    await writers.lastWords()
    const told = await allTold(world, chronicle)
    const problems = await allHeard(world, watchers, told)
    const truth = eachOnce((watcher) => truthOf(world, watcher))
    const topics = eachOnce((watcher) => topicsOf(world, watcher))
    for (const watcher of watchers) {
      problems.push(...screenProblems(watcher, await truth(watcher)))
      // The log does not contain when the restless user followed whom.
      if (watcher.nickname !== 'restless')
        problems.push(...streamProblems(watcher, told, await topics(watcher)))
    }
    problems.push(
      ...lines.flatMap((line) => line.problems),
      ...world.failures,
      ...(world.failures.length > 0 ? world.reasons() : []),
      ...(await broken(world, writers)),
      ...((await stage.problems?.()) ?? []),
    )
    return {
      problems,
      deliveries: deliveries(),
      events: told.length,
      resets: watchers.reduce(
        (sum, { received }) => sum + received.filter(({ type }) => type === 'reset').length,
        0,
      ),
      disasters: count,
      seconds: seconds(began),
    }
  } finally {
    await Promise.all(lines.map((line) => line.close()))
    await world.close()
  }
}

/** Many clients watch the same thing: queries each state only once. */
function eachOnce<Answer>(ask: (watcher: Watcher) => Promise<Answer>): (watcher: Watcher) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (watcher) => {
    const name = `${watcher.kind} ${watcher.nickname}`
    return answers.get(name) ?? answers.set(name, ask(watcher)).get(name)!
  }
}

const seconds = (began: number) => Math.round((Date.now() - began) / 100) / 10

/** Creates all watchers: all watch the thread and the reviews, signed-in ones also the feed. */
async function gather(
  world: World,
  { raw, stock }: Torture,
  random: Random,
  lines: Line[],
): Promise<Watcher[]> {
  const people = [null, ...world.followers, world.restless]
  const visitor = world.harness.visitor()
  const come = async (index: number) => {
    const person = people[index % people.length]!
    const session = person?.cookies.save() ?? {}
    const isStock = index >= raw
    const line = isStock ? stockLine(world.url, session) : rawLine(world.url, session, random)
    lines.push(line)
    const nickname = person?.nickname ?? null
    const kinds = ['thread', 'reviews', ...(person ? ['feed' as const] : [])] as const
    return await Promise.all(
      kinds.map((kind) => {
        const name = `${isStock ? 'stock' : 'raw'} client ${index} (${nickname ?? 'a visitor'}), ${kind}`
        return watch(world, { kind, nickname, name, line, client: (person ?? visitor).client })
      }),
    )
  }
  const watchers: Watcher[] = []
  while (lines.length < raw + stock) {
    const some = Array.from(
      { length: Math.min(AT_ONCE, raw + stock - lines.length) },
      (_, index) => lines.length + index,
    )
    watchers.push(...(await Promise.all(some.map(come))).flat())
  }
  return watchers
}

/** Returns all events, once they all have their number. */
async function allTold({ db }: World, chronicle: ReturnType<typeof makeChronicle>) {
  await vi.waitFor(async () => expect(await db.event.count({ where: { seq: null } })).toBe(0), HEALED_WITHIN)
  return await chronicle.read()
}

/** Waits until all clients have received the last event of each of their topics; returns those that have not. */
async function allHeard(
  world: World,
  watchers: readonly Watcher[],
  told: Awaited<ReturnType<typeof allTold>>,
): Promise<string[]> {
  const last = eachOnce(async (watcher) => {
    const topics = await topicsOf(world, watcher)
    return told.findLast(({ topic }) => topics.has(topic))!.seq
  })
  const waiting = await Promise.all(watchers.map(async (watcher) => ({ watcher, last: await last(watcher) })))
  const late = () =>
    waiting.filter(({ watcher, last }) => (watcher.received.at(-1)?.seq ?? 0) < last || !watcher.isWhole())
  await vi.waitFor(() => expect(late()).toEqual([]), HEALED_WITHIN).catch(() => {})
  return late().map(
    ({ watcher: { name, received }, last }) =>
      `${name}: stands at ${received.at(-1)?.seq}, the last word is ${last}`,
  )
}

/** Returns acknowledged changes that are missing in the database, and changes there that were not acknowledged. */
async function broken(
  { db, list }: World,
  { acknowledged: { comments, likes } }: ReturnType<typeof makeWriters>,
): Promise<string[]> {
  const rows = await db.comment.findMany({
    where: { listId: list },
    include: { likes: { select: { user: { select: { nickname: true } } } } },
  })
  const standing = rows.flatMap(({ id, text, likes: by }) => [
    `comment ${id} ${text}`,
    ...by.map(({ user }) => `like of ${id} by ${user.nickname}`),
  ])
  const promised = [...comments].flatMap(([id, text]) => {
    const by = [...likes].filter((like) => like.startsWith(`${id} `)).map((like) => like.split(' ')[1]!)
    return [`comment ${id} ${text}`, ...by.map((nickname) => `like of ${id} by ${nickname}`)]
  })
  const [before, after] = [new Set(promised), new Set(standing)]
  return [
    ...promised.filter((line) => !after.has(line)).map((line) => `acknowledged, and gone: ${line}`),
    ...standing.filter((line) => !before.has(line)).map((line) => `never acknowledged: ${line}`),
  ]
}
