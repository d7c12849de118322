import type { Texts } from '../../texts.ts'
import { countedInTurkish } from '../counted.ts'

export const tags: Texts['tags'] = {
  title: 'Etiketler',
  titleOf: (nickname) => `Etiketler: ${nickname}`,
  tagOf: (tag, nickname) => `${tag} · Etiketler: ${nickname}`,
  listenings: (count) => countedInTurkish(count, 'kayıt'),
  none: 'Henüz etiket yok',
  noneHint: 'İlk etiketi, bir albümü günlüğe eklerken “Etiketler” alanına yaz.',
  notFound: 'Etiket bulunamadı',
  hint: 'Enter ya da virgül etiketi ekler',
  remove: (tag) => `“${tag}” etiketini kaldır`,
  added: (tag) => `“${tag}” etiketi eklendi`,
  removed: (tag) => `“${tag}” etiketi kaldırıldı`,
  suggestions: 'Öneriler',
  tooMany: (limit) => `En fazla ${limit} etiket`,
  tooLong: (limit) => `Bir etiket en fazla ${limit} karakter olabilir`,
  nameMissing: 'Bir ad yaz',
  rename: 'Etiketi yeniden adlandır',
  merge: 'Etiketleri birleştir',
  newName: 'Yeni ad',
  renames: (count) => `${countedInTurkish(count, 'kayıt')} değişir.`,
  merges: (name, count, others) =>
    `“${name}” adlı etiket zaten var (${countedInTurkish(others, 'kayıt')}): ` +
    `${countedInTurkish(count, 'kayıt')} onunla birleştirilir.`,
  exists: 'Bu adda başka bir etiketin var',
  renamed: 'Etiket yeniden adlandırıldı',
  merged: 'Etiketler birleştirildi',
}
