/** WebSocket close code for a socket whose user has opened too many others since it was last used. */
export const TOO_MANY_SOCKETS = 4008
