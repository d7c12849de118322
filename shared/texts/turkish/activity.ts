import type { Texts } from '../../texts.ts'

export const activity: Texts['activity'] = {
  empty: 'Henüz hareket yok. Neler yaptıklarını görmek için başkalarını takip et.',
  waiting: (count) => `${count} yeni`,
  logged: (nickname, album) => `${nickname} günlüğe ekledi: ${album}`,
  more: 'Daha fazla göster',
  showFolded: (count) => `${count} kayıt daha göster`,
  title: 'Akış',
}
