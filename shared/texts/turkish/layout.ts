import type { Texts } from '../../texts.ts'

export const layout: Texts['layout'] = {
  slogan: 'Müzik yolculuğunu kaydet, keşfet ve paylaş',
  titleOf: (page) => `${page} · Plak`,
  main: 'Ana menü',
  menu: 'Menü',
  accountMenu: 'Hesap menüsü',
  footer: 'Alt bilgi',
  elsewhere: 'Plak başka yerlerde',
  skip: 'İçeriğe geç',
  search: 'Albüm, sanatçı ya da kullanıcı ara...',
  searchShort: 'Ara...',
  searchResults: 'Arama sonuçları',
  showAllResults: 'Tüm sonuçları göster',
  reload: 'Yenile',
  pageNotFound: 'Sayfa bulunamadı',
  pageNotFoundHint: 'Bu iz hiçbir yere çıkmıyor. Taşınmış ya da hiç basılmamış olabilir.',
  demo: 'Bu bir demo: katalog ve kapaklar müzik servisinin değil, demonun kendisinin.',
  data: 'Albüm ve sanatçı verileri:',
  poweredBy: 'powered by AudioScrobbler',
  licenses: 'Lisanslar',
}
