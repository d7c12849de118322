import type { Texts } from '../../texts.ts'

export const sharing: Texts['sharing'] = {
  albums: 'En çok dinlenen albümler ve diğer hepsi.',
  artists: 'En çok dinlenen sanatçılar ve diğer hepsi.',
  lists: 'Plak’taki insanların yaptığı albüm listeleri.',
  album: (album, artist) => `${artist} – ${album}: puanlar ve yorumlar.`,
  artist: (artist) => `${artist}: albümleri, benzer sanatçılar ve dinleyenlerin duydukları.`,
  profile: (nickname) => `${nickname} neler dinliyor, nasıl puanlıyor, neler yazıyor.`,
  list: (nickname, albums) => `${nickname} tarafından hazırlanan bir liste: ${albums}.`,
  reviewOf: (nickname, albumBy) => `${nickname}, ${albumBy} hakkında`,
  byLine: (nickname, albums) => `${nickname} · ${albums}`,
  share: 'Paylaş',
  shareReview: 'İncelemeyi paylaş',
  copied: 'Bağlantı kopyalandı',
  copyIt: 'Bu bağlantıyı kopyala',
  link: 'Bağlantı',
  noScript: 'Plak, JavaScript olmadan çalışmaz.',
}
