const resets = new Set<() => void>()

/**
 * For a module whose state belongs to the signed-in person: `reset` clears it, and is called when that person changes.
 * Not for what React holds, which goes with the page; nor for drafts on the device, which lie under a person's name: what
 * somebody has typed when their session ends comes back with their next login. A logout forgets them (onDevice.ts).
 */
export const onPersonGone = (reset: () => void): void => void resets.add(reset)

/** Forgets what every module holds of the person who was signed in. */
export const forgetPerson = (): void => resets.forEach((reset) => reset())
