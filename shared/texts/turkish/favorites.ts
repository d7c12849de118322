import type { Texts } from '../../texts.ts'

export const favorites: Texts['favorites'] = {
  none: 'Henüz favori albüm yok',
  topUpdated: 'Favori albümler güncellendi',
  topFailed: 'Favori albümler güncellenemedi',
  topFull: 'En fazla 4 albüm seçebilirsin',
  topTwice: 'Bu albümü zaten seçtin',
  title: 'Favoriler',
  add: 'Favorilere ekle',
  remove: 'Favorilerden çıkar',
  topAlbums: 'Favori albümler',
  editTopAlbums: 'Favori albümleri düzenle',
  addAlbum: 'Albüm ekle',
  removeTop: (album) => `Favori albümlerden çıkar: ${album}`,
  chooseTop: (limit) => `Seni anlatan albümleri ara, en fazla ${limit} tane seç.`,
}
