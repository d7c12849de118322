import type { Texts } from '../../texts.ts'

export const settings: Texts['settings'] = {
  title: 'Ayarlar',
  account: 'Hesap',
  privacy: 'Gizlilik',
  connections: 'Bağlı uygulamalar',
  nothing: 'Burada henüz ayar yok',
}
