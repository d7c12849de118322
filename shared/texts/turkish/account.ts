import type { Texts } from '../../texts.ts'

export const account: Texts['account'] = {
  unsaved: 'Profilindeki değişiklikler henüz kaydedilmedi.',
  meansFailed: 'Giriş yöntemlerin yüklenemedi',
  tooManyExports: 'Verilerini az önce indirdin. Birkaç dakika sonra tekrar dene.',
  exportsBusy: 'Şu anda birçok indirme sürüyor. Bir dakika sonra tekrar dene.',
  lastUsed: 'Son kullanım:',
  data: 'Verilerin',
  email: 'E-posta',
}
