import type { Texts } from '../../texts.ts'

export const live: Texts['live'] = {
  reconnecting: 'Yeniden bağlanılıyor…',
  offline: 'Çevrimdışısın',
  slow: 'Canlı güncellemeler gecikiyor',
  back: 'Canlı bağlantı geri geldi',
}
