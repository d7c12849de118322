/** the state of the live connection, while it is not the usual one */
export const live = {
  reconnecting: 'Reconnecting…',
  offline: 'You are offline',
  slow: 'Live updates are slow here',
  back: 'Live again',
}
