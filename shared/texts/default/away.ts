/** a time without the network or without the server */
export const away = {
  offline: 'You are offline.',
  unreachable: 'Plak cannot be reached right now.',
  keptFrom: (moment: string) => `This is how it looked on ${moment}.`,
  offlineTitle: 'You are offline',
  unreachableTitle: 'Plak cannot be reached',
  unseen:
    'This page was not opened on this device before. It comes by itself as soon as there is a connection.',
  keptPages: 'These you can open now',
}
