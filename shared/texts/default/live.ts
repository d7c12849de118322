/** how live a page is, where it is not */
export const live = {
  reconnecting: 'Reconnecting…',
  offline: 'You are offline',
  slow: 'Live updates are slow here',
  back: 'Live again',
}
