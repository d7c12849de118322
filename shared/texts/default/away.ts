/** shown while there is no network or the server is down */
export const away = {
  offline: 'You are offline.',
  unreachable: 'Plak cannot be reached right now.',
  keptFrom: (moment: string) => `This is how the page looked on ${moment}.`,
  offlineTitle: 'You are offline',
  unreachableTitle: 'Plak cannot be reached',
  unseen:
    'You have not opened this page on this device before. It will load as soon as there is a connection.',
  keptPages: 'Pages you can open now',
  waiting: 'Waiting to be sent',
  full: 'Too much is waiting to be sent on this device. What you wrote is still here.',
}
