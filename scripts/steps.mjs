export async function step(name, work) {
  const startedAt = performance.now()
  console.log(`${name} …`)
  const result = await work()
  console.log(`${name}: done in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return result
}

/** Runs functions in parallel. If one fails, waits for the others, because half of an installation is worse, and then throws. */
export async function sideBySide(...works) {
  const results = await Promise.allSettled(works.map((work) => work()))
  for (const { status, reason } of results) if (status === 'rejected') throw reason
  return results.map(({ value }) => value)
}
