import type { Texts } from '../../texts.ts'
import { countedInTurkish, groupedInTurkish } from '../counted.ts'

export const activity: Texts['activity'] = {
  empty: 'Akışın henüz boş. Neler dinlediklerini görmek için başkalarını takip et.',
  waiting: (count) => `${groupedInTurkish(count)} yeni`,
  logged: (nickname, album) => `${nickname} günlüğüne ekledi: ${album}`,
  more: 'Daha fazla göster',
  showFolded: (count) => `${countedInTurkish(count, 'kayıt')} daha göster`,
  title: 'Akış',
}
