const resets = new Set<() => void>()

/**
 * Registers `reset` for module state of the signed-in user; it is called when that user changes. Not for React state, which is
 * discarded with the page, nor for stored drafts, which come back after the next login (a logout deletes them, onDevice.ts).
 */
export const onPersonGone = (reset: () => void): void => void resets.add(reset)

export const forgetPerson = (): void => resets.forEach((reset) => reset())
