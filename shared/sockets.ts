/** The close code of a socket whose person has opened too many others since it was last used. */
export const TOO_MANY_SOCKETS = 4008
