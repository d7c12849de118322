import type { Texts } from '../../texts.ts'
import { countedInTurkish, groupedInTurkish } from '../counted.ts'

export const visibility: Texts['visibility'] = {
  title: 'Görünürlük',
  hint: 'Kayıtlarını ve listelerini kimlerin görebileceğini seç.',
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
    'Kayıtlarını ve listelerini, görünürlükleri ne olursa olsun, yalnızca onayladığın takipçiler görebilir. Mevcut takipçilerin kalır.',
  makePublic: 'Herkese aç',
  makePublicHint: (requests) =>
    `Her şey kendi görünürlüğüne döner.${requests > 0 ? ` ${countedInTurkish(requests, 'istek')} kabul edilir.` : ''}`,
  nowPrivate: 'Hesabın gizli',
  nowPublic: 'Hesabın herkese açık',
  defaultSaved: 'Varsayılan görünürlük kaydedildi',
  failed: 'Ayarların yüklenemedi',
  changeOlder: 'Eskilerin görünürlüğünü değiştir',
  changeOlderHint:
    'Var olan kayıtlarını kimlerin görebileceğini değiştirir. Her biri tek tek de değiştirilebilir.',
  what: 'Neler değişsin',
  logs: 'Kayıtlar',
  lists: 'Listeler',
  change: (count) => `Değiştir (${groupedInTurkish(count)})`,
  changed: (count) => `Değiştirildi: ${groupedInTurkish(count)}`,
  nothingToChange: 'Hepsinin görünürlüğü zaten böyle.',
}
