/** The steps of the setup in their order. */
export const setupSteps = ['account', 'registration', 'contact', 'catalogue', 'mail', 'ready'] as const
export type SetupStep = (typeof setupSteps)[number]
/** those that an administrator can open, at an address of their own */
export type LaterStep = Exclude<SetupStep, 'account'>

/** Returns the first one if the address names none. */
export const readStep = (text: string | null): LaterStep => {
  const step = setupSteps.find((each) => each === text)
  return step && step !== 'account' ? step : 'registration'
}
