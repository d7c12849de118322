import type { away as defaults } from '../default/away.ts'

export const away: typeof defaults = {
  offline: 'Çevrimdışısın.',
  unreachable: 'Plak’a şu anda ulaşılamıyor.',
  keptFrom: (moment) => `Sayfanın ${moment} tarihli hâlini görüyorsun.`,
  offlineTitle: 'Çevrimdışısın',
  unreachableTitle: 'Plak’a ulaşılamıyor',
  unseen: 'Bu sayfayı bu cihazda daha önce açmadın. Bağlantı gelir gelmez kendiliğinden açılacak.',
  keptPages: 'Şimdi açabileceğin sayfalar',
  waiting: 'Gönderilmeyi bekliyor',
  full: 'Bu cihazda gönderilmeyi bekleyen çok şey var. Yazdıkların hâlâ burada.',
}
