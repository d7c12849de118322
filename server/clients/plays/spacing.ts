/**
 * Milliseconds between two requests of pulls to one service: one a second is promised, and a request that is late on its way must
 * not come closer to the next one.
 */
export const PULL_SPACING = 1_100
