import { groupedInTurkish } from '../counted.ts'
import type { waiting as defaults } from '../default/waiting.ts'

export const waiting: typeof defaults = {
  title: 'Gönderilmeyi bekliyor',
  titleOf: (count) => `Gönderilmeyi bekliyor (${count})`,
  none: 'Gönderilmeyi bekleyen bir şey yok',
  log: (album) => `Günlüğe ekle: ${album}`,
  listened: (album) => `Dinlendi olarak işaretle: ${album}`,
  notListened: (album) => `Dinlenenlerden çıkar: ${album}`,
  favorite: (album) => `Favori: ${album}`,
  notFavorite: (album) => `Favorilerden çıkar: ${album}`,
  addTo: (album, list) => `${list} listesine ekle: ${album}`,
  removeFrom: (album, list) => `${list} listesinden çıkar: ${album}`,
  commentOn: (thing) => `Yorum: ${thing}`,
  remove: 'Kaldır',
  sendNow: 'Şimdi gönder',
  changed: 'Başka yerde değişti',
  refused: 'Gönderilemedi',
  decide: 'Karar ver',
  replaceTitle: 'Taslak değiştirilsin mi?',
  replaces: 'Bu kaydın formuna yazıp kaydetmediklerin silinir.',
  replace: 'Değiştir',
  logIn: 'Bekleyenleri göndermek için giriş yap',
  logOutTitle: 'Çıkış yapılsın mı?',
  logOut: 'Çıkış yap',
  lost: (count) => `Gönderilmeyi bekleyen ${groupedInTurkish(count)} şey silinir.`,
}
