const AT_ONCE = 1_000

export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await work(items.slice(from, from + AT_ONCE))
}
