import type { Texts } from '../../texts.ts'

export const connections: Texts['connections'] = {
  scrobbling: 'Scrobble',
  scrobblingHint:
    'Müzik çalarların, çaldıklarını ListenBrainz’e veya Last.fm’e bildirdikleri gibi Plak’a da bildirebilir. Başka bir seçim yapmadıkça dinleme geçmişini yalnızca sen görürsün; kayıtlar 400 gün sonra silinir.',
  tokens: 'Erişim belirteçleri',
  tokensHint: 'Programların ve betiklerin Plak’ı şifren yerine bir belirteçle kullanır.',
}
