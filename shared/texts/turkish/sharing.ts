import type { Texts } from '../../texts.ts'

export const sharing: Texts['sharing'] = {
  albums: 'En popüler albümler ve geri kalan her şey için arama.',
  artists: 'En popüler sanatçılar ve geri kalan her şey için arama.',
  lists: 'Plak kullanıcılarının hazırladığı albüm listeleri.',
  album: (album, artist) => `${album} – ${artist}: puanlar ve incelemeler.`,
  artist: (artist) => `${artist}: albümleri, biyografisi ve benzer sanatçılar.`,
  profile: (nickname) => `${nickname} neler dinliyor, nasıl puanlıyor, neler yazıyor.`,
  list: (nickname, albums) => `${nickname} tarafından hazırlanan bir liste: ${albums}.`,
  reviewOf: (nickname, albumBy) => `${nickname}, ${albumBy} hakkında`,
  byLine: (nickname, albums) => `${nickname} · ${albums}`,
  share: 'Paylaş',
  shareReview: 'İncelemeyi paylaş',
  copied: 'Bağlantı kopyalandı',
  copyIt: 'Bu bağlantıyı kopyala',
  link: 'Bağlantı',
  reading: 'Albüm aranıyor',
  unreadable: 'Bu bir albüm olarak okunamadı',
  noScript: 'Plak, JavaScript olmadan çalışmaz.',
}
