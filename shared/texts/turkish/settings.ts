import type { Texts } from '../../texts.ts'

export const settings: Texts['settings'] = {
  title: 'Ayarlar',
  account: 'Hesap',
  privacy: 'Gizlilik',
  connections: 'Bağlı uygulamalar',
  nothing: 'Burada henüz ayar yok',
  welcome: 'İlk adımlar',
  welcomeHint: 'Sevdiğin albümler, takip edebileceğin kişiler ve dinleme geçmişin.',
  openWelcome: 'İlk adımları yeniden aç',
}
