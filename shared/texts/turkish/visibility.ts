import type { Texts } from '../../texts.ts'
import { countedInTurkish } from '../counted.ts'

export const visibility: Texts['visibility'] = {
  title: 'Görünürlük',
  hint: 'Kayıtlarını ve listelerini kimlerin görebileceği.',
  label: 'Kimler görebilir',
  default: 'Varsayılan görünürlük',
  everyone: 'Herkes',
  followers: 'Takipçiler',
  me: 'Yalnızca ben',
  anyoneCanFollow: 'Seni herkes takip edebilir. Takipçileri onaylamak için Gizli hesap ayarını aç.',
  isPrivate: 'Bu hesap gizli',
  isPrivateHint: 'Kayıtlarını ve listelerini yalnızca takipçileri görebilir.',
  isPrivateFollowsHint: 'Bu kişileri yalnızca takipçileri görebilir.',
  privateAccount: 'Gizli hesap',
  privateHint:
    'Kayıtlarını ve listelerini, görünürlükleri ne olursa olsun, yalnızca onayladığın takipçiler görebilir. Şu anki takipçilerin kalır.',
  makePublic: 'Herkese aç',
  makePublicHint: (requests) =>
    `Her şey kendi görünürlüğüne döner.${requests > 0 ? ` ${countedInTurkish(requests, 'istek')} kabul edilecek.` : ''}`,
  nowPrivate: 'Hesabın gizli',
  nowPublic: 'Hesabın herkese açık',
  defaultSaved: 'Varsayılan görünürlük kaydedildi',
  failed: 'Ayarların yüklenemedi',
  changeOlder: 'Eski kayıtları değiştir',
  changeOlderHint:
    'Var olan kayıtlarını kimlerin görebileceğini değiştirir. Her biri tek tek de değiştirilebilir.',
  what: 'Neler değişsin',
  logs: 'Kayıtlar',
  lists: 'Listeler',
  change: (count) => `${countedInTurkish(count, 'kaydı')} değiştir`,
  changed: (count) => `${countedInTurkish(count, 'kayıt')} değiştirildi`,
  nothingToChange: 'Hepsinin görünürlüğü zaten böyle.',
}
