import type { Texts } from '../../texts.ts'

/** the state of the live connection, while it is not the usual one */
export const live: Texts['live'] = {
  reconnecting: 'Yeniden bağlanılıyor…',
  offline: 'Çevrimdışısın',
  slow: 'Canlı güncellemeler gecikiyor',
  back: 'Canlı bağlantı geri geldi',
}
