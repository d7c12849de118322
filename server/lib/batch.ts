/** No round takes more than this: what a crowd wants must fit into one statement. */
const MOST = 100

/**
 * Does in one go what many ask for at once: what comes while a round runs goes together into the next one, and who comes
 * alone waits for nobody. `work` gives a result for each item, in their order. When it fails for several, each of them
 * is tried for itself, so that nobody fails because of somebody else.
 */
export function inRounds<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Asked = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const waiting: Asked[] = []
  let isRunning = false

  async function answer(round: Asked[]): Promise<void> {
    try {
      const results = await work(round.map(({ item }) => item))
      round.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (round.length > 1) await Promise.all(round.map((asked) => answer([asked])))
      else round[0]!.reject(error)
    }
  }
  async function run() {
    isRunning = true
    while (waiting.length > 0) await answer(waiting.splice(0, MOST))
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void run()
    })
}
