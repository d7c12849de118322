// Steps of a script, which may run side by side: each prints whole lines, one when it begins and one when it has ended.

/** Runs a step, and prints how long it took. */
export async function step(name, work) {
  const begun = performance.now()
  console.log(`${name} …`)
  const result = await work()
  console.log(`${name}: done in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}

/** Runs functions side by side. When one fails the others still end, because half of an installation is worse; then it throws. */
export async function sideBySide(...works) {
  const results = await Promise.allSettled(works.map((work) => work()))
  for (const { status, reason } of results) if (status === 'rejected') throw reason
  return results.map(({ value }) => value)
}
