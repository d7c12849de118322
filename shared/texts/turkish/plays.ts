import type { PageTexts } from '../pageTexts.ts'

export const plays: PageTexts['plays'] = {
  title: 'Dinleme geçmişi',
  deletePlay: 'Dinlemeyi sil',
  deleteAll: 'Tüm dinleme geçmişini sil',
  scrobbling: 'Scrobble',
  scrobblingHint:
    'Müzik çalarların, çaldıklarını ListenBrainz’e veya Last.fm’e bildirdikleri gibi Plak’a da bildirebilir. Başka bir seçim yapmadıkça dinleme geçmişini yalnızca sen görürsün; kayıtlar 400 gün sonra silinir.',
  turnOn: 'Aç',
  turnOff: 'Kapat',
  newSecret: 'Yeni gizli anahtar',
  turnedOn: 'Scrobble açıldı',
  turnedOff: 'Scrobble kapatıldı',
  turnOffQuestion:
    'Scrobble kapatılsın mı? Müzik çalarların artık dinleme gönderemez. Var olan dinleme geçmişin kalır.',
  newSecretQuestion:
    'Yeni bir gizli anahtar oluşturulsun mu? Şimdiki anahtar tüm müzik çalarlarında hemen geçersiz olur.',
  changeFailed: 'Scrobble ayarı değiştirilemedi',
  settingsFailed: 'Scrobble ayarları yüklenemedi',
  listenBrainzUrl: 'ListenBrainz adresi',
  listenBrainzUrlHint:
    'ListenBrainz’e gönderen müzik çalarlar için: bu adres ve belirteç olarak gizli anahtar.',
  lastfmUrl: 'Last.fm adresi',
  lastfmUrlHint: (nickname) =>
    `Last.fm’e veya Libre.fm’e gönderen müzik çalarlar için: bu adres, kullanıcı olarak ${nickname}, parola olarak gizli anahtar.`,
  secret: 'Gizli anahtar',
  secretOnce: 'Bu gizli anahtarı bir daha göremezsin.',
  secretEnds: (lastFour) => `Gizli anahtarın sonu: …${lastFour}`,
  noContact: 'Henüz hiçbir müzik çalar bir şey göndermedi',
  lastContact: (time) => `Bir müzik çalardan son haber: ${time}`,
  problem: (text) => `Bir müzik çaların son isteği başarısız oldu: ${text}`,
  problems: {
    secret: 'yanlış kullanıcı veya gizli anahtar',
    request: 'istek geçerli değildi',
    tooOld: 'dinlemeler 400 günden eskiydi',
    tooNew: 'dinlemeler bir saatten fazla ilerideydi; müzik çaların saatini kontrol et',
    tooMany: 'bir gün için 3.000’den fazla dinleme',
  },
  fromServices: 'Diğer servislerden',
  fromServicesHint: 'Müzik çalarlarının yerine bu servisler Plak’a ne dinlediğini bildirebilir.',
  lastfmUser: 'Last.fm kullanıcısı',
  listenBrainzUser: 'ListenBrainz kullanıcısı',
  saved: 'Kaydedildi',
  visibleTo: 'Kimler görebilir',
  nowPlaying: 'Şimdi çalıyor',
  pullProblems: {
    unknownUser: 'Böyle bir kullanıcı yok',
    privatePlays: 'Dinleme geçmişi orada gizli',
    unavailable: 'Servis yanıt vermedi. Plak birazdan yeniden dener.',
  },
  pullNow: 'Şimdi getir',
  pulled: (time) => `Son getirme: ${time}`,
  pulling: 'Henüz getirilmedi',
}
