import type { Texts } from '../../texts.ts'

export const favorites: Texts['favorites'] = {
  none: 'Henüz favori albüm yok',
  topUpdated: 'Favori albümler güncellendi',
  topFailed: 'Favori albümler güncellenemedi',
  topFull: 'En fazla 4 albüm seçebilirsin',
  topTwice: 'Bu albüm zaten aralarında',
  searchFailed: 'Albüm araması başarısız oldu',
  movedTo: (album, place, of) => `${album} şimdi ${of} albüm içinde ${place}. sırada`,
  title: 'Favoriler',
  add: 'Favorilere ekle',
  remove: 'Favorilerden çıkar',
}
