import { countedInTurkish, groupedInTurkish } from '../counted.ts'
import type { arriving as defaults } from '../default/arriving.ts'

export const arriving: typeof defaults = {
  pick: 'Sevdiğin albümleri seç',
  pickHint: 'En az beş albüm seç. İlk dördü profilinin başında durur.',
  pickedAlbums: 'Seçtiğin albümler',
  picked: (album, count) => `${album} seçildi. Seçilen: ${countedInTurkish(count, 'albüm')}.`,
  putBack: (album, count) => `${album} geri konuldu. Seçilen: ${countedInTurkish(count, 'albüm')}.`,
  pickFailed: 'Albümlerin kaydedilemedi',
  follow: 'İnsanları takip et',
  followHint: 'Dinledikleri akışında görünür.',
  history: 'Dinleme geçmişini taşı',
  historyHint:
    'Last.fm, ListenBrainz, Spotify, RateYourMusic, Discogs ve başkalarındaki dinlemelerin, puanların, incelemelerin ve listelerin: hiçbir şey yazılmadan önce nelerin geleceğini görürsün.',
  scrobble: 'Çaldıklarını scrobble et',
  step: (step) => `Adım ${groupedInTurkish(step)} / 3`,
  skip: 'Atla',
  next: 'İleri',
  done: 'Bitir',
  nameMade: (nickname) => `Sana ${nickname} adını verdik. İstersen başka bir ad seç.`,
  alsoLoves: (album) => `${album} albümünü o da seviyor`,
  alsoLovesBoth: (album, other) => `${album} ve ${other} albümlerini o da seviyor`,
  alsoLovesMore: (album, other, more) =>
    `${album}, ${other} ve ${groupedInTurkish(more)} albümü daha seviyor`,
  followedBy: (followers) => `${countedInTurkish(followers, 'kişi')} takip ediyor`,
  nobody: 'Henüz önerecek kimse yok',
  popular: 'Bu hafta popüler olanlar',
  forYou: 'Sana özel',
  newest: 'Takip ettiklerinden yeniler',
  played: 'Dinlediğin albümler',
  people: 'İlgini çekebilecek kişiler',
  albums: 'Beğenebileceğin albümler',
  because: (album) => `${album} albümünü sevdiğin için`,
  start: 'Hemen başla',
  startHint: 'Sevdiğin albümleri seç, insanları takip et; bu sayfa sana göre dolsun.',
  suggestions: 'Öneriler',
  suggestionsHint:
    'Plak’ın önerdiği kişiler ve albümler; yalnızca herkese açık puanlara ve favorilere bakılır.',
  suggestMe: 'Beni başkalarına öner',
  suggestMeHint: 'Başkaları seni, ilgilerini çekebilecek kişiler arasında görebilir.',
  personal: 'Kişisel öneriler',
  personalHint: 'Zevkine göre seçilen kişileri ve albümleri görürsün.',
}
