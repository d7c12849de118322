import type { Texts } from '../../texts.ts'

/** how live a page is, where it is not */
export const live: Texts['live'] = {
  reconnecting: 'Yeniden bağlanılıyor…',
  offline: 'Çevrimdışısın',
  slow: 'Canlı güncellemeler burada yavaş',
  back: 'Yeniden canlı',
}
