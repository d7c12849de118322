import type { away as defaults } from '../default/away.ts'

/** a time without the network or without the server */
export const away: typeof defaults = {
  offline: 'Çevrimdışısın.',
  unreachable: 'Plak’a şu an ulaşılamıyor.',
  keptFrom: (moment) => `Gördüğün, sayfanın ${moment} tarihli hâli.`,
  offlineTitle: 'Çevrimdışısın',
  unreachableTitle: 'Plak’a ulaşılamıyor',
  unseen: 'Bu sayfayı bu cihazda daha önce açmadın. Bağlantı gelir gelmez kendiliğinden açılacak.',
  keptPages: 'Şimdi açabileceğin sayfalar',
}
