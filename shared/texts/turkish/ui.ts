import type { Texts } from '../../texts.ts'
import { groupedInTurkish } from '../counted.ts'

export const ui: Texts['ui'] = {
  close: 'Kapat',
  showLess: 'Daha az göster',
  loading: 'Yükleniyor',
  date: 'Tarih',
  dateShape: 'YYYY-AA-GG',
  calendar: 'Takvim',
  chooseDate: 'Takvimden seç',
  hideCharacters: 'Karakterleri gizle',
  showCharacters: 'Karakterleri göster',
  pages: 'Sayfalar',
  page: (page) => `Sayfa ${groupedInTurkish(page)}`,
  previous: 'Önceki',
  next: 'Sonraki',
  rating: 'Puan',
  noRating: 'Puan yok',
  stars: (stars) => `5 üzerinden ${stars.toLocaleString('tr-TR')} yıldız`,
  justNow: 'az önce',
  minutesAgo: (count) => `${count} dakika önce`,
  hoursAgo: (count) => `${count} saat önce`,
  daysAgo: (count) => `${count} gün önce`,
  yesterdayAt: (time) => `dün ${time}`,
  percent: (percent) => `%${percent}`,
  hiddenByModerator: 'Bir moderatör gizledi',
}
