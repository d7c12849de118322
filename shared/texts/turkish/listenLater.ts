import type { Texts } from '../../texts.ts'
import { groupedInTurkish } from '../counted.ts'

export const listenLater: Texts['listenLater'] = {
  title: 'Sonra dinle',
  albums: 'Sonra dinlenecek albümler',
  none: 'Sonra dinlenecek albüm henüz yok',
  noneHint: 'Buraya albüm eklemek için “Sonra dinle” düğmesine bas.',
  removed: 'Sonra dinle listesinden çıkarıldı',
  undo: 'Geri al',
  gone: 'Bu albüm artık Sonra dinle listesinde değil',
  changed: 'Sonra dinle listesi bu arada değişti. Tekrar dene.',
  addedOn: (day) => `Eklendi: ${day}`,
  movedTo: (album, place) => `${album} şimdi ${groupedInTurkish(place)}. sırada`,
}
