const resets = new Set<() => void>()

/**
 * Registers `reset` for a module whose state belongs to the signed-in user; it is called when that user changes. Do not use it
 * for React state, which is discarded with the page, nor for stored drafts. These are stored under the nickname: text typed when
 * the session ended comes back after the next login. A logout deletes them (onDevice.ts).
 */
export const onPersonGone = (reset: () => void): void => void resets.add(reset)

export const forgetPerson = (): void => resets.forEach((reset) => reset())
