const resets = new Set<() => void>()

/**
 * For a module that holds what belongs to whoever is signed in: `reset` forgets it, and is called when they are no longer.
 * Not for what React holds, which goes with the page; nor for drafts, which lie under a person's name: what somebody has
 * typed when their session ends comes back with their next login.
 */
export const onPersonGone = (reset: () => void): void => void resets.add(reset)

/** Forgets what every module holds of the person who was signed in. */
export const forgetPerson = (): void => resets.forEach((reset) => reset())
