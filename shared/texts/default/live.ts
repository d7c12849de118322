export const live = {
  reconnecting: 'Reconnecting…',
  offline: 'You are offline',
  slow: 'Live updates are slow here',
  back: 'Live again',
}
