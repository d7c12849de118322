import type { Texts } from '../../texts.ts'
import { countedInTurkish } from '../counted.ts'

export const comments: Texts['comments'] = {
  none: 'Henüz yorum yok',
  required: 'Önce bir şey yaz',
  sending: 'Gönderiliyor…',
  said: (nickname, text) => `${nickname}: ${text}`,
  arrived: (count) => countedInTurkish(count, 'yeni yorum'),
  added: 'Yorumun eklendi',
  addFailed: 'Yorum eklenemedi',
  deleted: 'Yorumun silindi',
  othersDeleted: 'Yorum silindi',
  deleteFailed: 'Yorum silinemedi',
  notFound: 'Bu yorum artık yok',
  notYours:
    'Yalnızca kendi yorumlarını ya da kendi incelemelerinle listelerine yapılan yorumları silebilirsin',
  sentOtherwise: 'Bu yorum başka bir metinle zaten gönderildi',
  title: 'Yorumlar',
  count: (count) => countedInTurkish(count, 'yorum'),
  begin: 'Yorum yap',
  box: 'Yorum',
  boxHint: 'Yorum yaz',
  send: 'Gönder',
  logIn: 'Yorum yapmak için giriş yap',
  earlier: 'Önceki yorumları göster',
  like: 'Yorumu beğen',
  delete: 'Yorumu sil',
  deleteTitle: 'Bu yorum silinsin mi?',
  deletes: 'Herkes için silinir.',
}
