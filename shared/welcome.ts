/** The steps of the welcome after the first one, as in their addresses. */
export const welcomeSteps = ['people', 'history'] as const
export type WelcomeStep = (typeof welcomeSteps)[number]
