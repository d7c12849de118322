import type { Texts } from '../../texts.ts'

export const listenLater: Texts['listenLater'] = {
  title: 'Sonra dinle',
  albums: 'Sonra dinlenecek albümler',
  none: 'Sonra dinlenecek albüm henüz yok',
  noneHint: 'Bir albümdeki “Sonra dinle” düğmesi onu buraya ekler.',
  removed: 'Sonra dinle listesinden çıkarıldı',
  undo: 'Geri al',
  gone: 'Bu albüm artık Sonra dinle listesinde değil',
  changed: 'Sonra dinle listesi bu arada değişti. Tekrar dene.',
  addedOn: (day) => `Eklenme: ${day}`,
  movedTo: (album, place) => `${album} şimdi ${place}. sırada`,
}
