import type { Texts } from '../../texts.ts'
import { countedInTurkish } from '../counted.ts'

export const visibility: Texts['visibility'] = {
  title: 'Görünürlük',
  hint: 'Günlüğe eklediklerini ve listelerini kimlerin göreceği.',
  label: 'Kimler görebilir',
  default: 'Varsayılan görünürlük',
  everyone: 'Herkes',
  followers: 'Takipçiler',
  me: 'Yalnızca ben',
  anyoneCanFollow: 'Seni herkes takip edebilir. Takipçileri onaylamak için Gizli hesap ayarını aç.',
  isPrivate: 'Bu hesap gizli',
  isPrivateHint: 'Burada olanları takipçileri görür.',
  privateAccount: 'Gizli hesap',
  privateHint:
    'Eklediklerini, kendi görünürlüğü ne olursa olsun, yalnızca onayladığın takipçiler görür. Takipçilerin kalır.',
  makePublic: 'Herkese aç',
  makePublicHint: (requests) =>
    `Her şey kendi görünürlüğüne döner.${requests > 0 ? ` ${countedInTurkish(requests, 'istek')} kabul edilecek.` : ''}`,
  nowPrivate: 'Hesabın gizli',
  nowPublic: 'Hesabın herkese açık',
  defaultSaved: 'Varsayılan görünürlük kaydedildi',
  failed: 'Ayarların yüklenemedi',
  changeOlder: 'Eski kayıtları değiştir',
  changeOlderHint:
    'Var olanları kimlerin göreceğini değiştirir. Her biri sonradan tek tek de değiştirilebilir.',
  what: 'Neler değişsin',
  logs: 'Kayıtlar',
  lists: 'Listeler',
  change: (count) => `${countedInTurkish(count, 'kaydı')} değiştir`,
  changed: (count) => `${countedInTurkish(count, 'kayıt')} değiştirildi`,
  nothingToChange: 'Hepsi zaten bu kişilere görünüyor.',
}
