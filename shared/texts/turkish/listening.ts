import type { listening as defaults } from '../default/listening.ts'

export const listening: typeof defaults = {
  dayLocale: 'tr-TR',
  plays: 'Dinleme geçmişi',
  playsHint:
    'Çaldıklarını müzik çaların gönderir ya da Plak bunları Last.fm’den veya ListenBrainz’den getirir.',
  noPlays: 'Dinleme geçmişin henüz boş',
  setUp: 'Scrobble’ı ayarla',
  deletePlay: 'Çalmayı sil',
  deleteAllPlays: 'Tüm dinleme geçmişini sil',
  deleteAllTitle: 'Tüm dinleme geçmişin silinsin mi?',
  deleteAllText: 'Buradaki tüm dinleme geçmişin silinir. Günlüğüne eklediklerin kalır.',
  deleteAll: 'Tümünü sil',
  allDeleted: 'Tüm dinleme geçmişin silindi',
  more: 'Daha fazla yükle',
  prompts: 'Dinlediğin albümler',
  played: (album, day) => `${album} albümünü ${day} günü dinledin`,
  notThisTime: 'Bu sefer değil',
  nowPlaying: 'Şimdi çalıyor',
  to: (track, artist) => `Dinliyor: ${track} · ${artist}`,
}
