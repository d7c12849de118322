import type { Texts } from '../../texts.ts'

export const home: Texts['home'] = {
  title: 'Müzik yolculuğunun günlüğünü tut',
  lead: 'Dinlediğin albümleri günlüğüne ekle, puanla, haklarında yaz; takip ettiklerinin neler dinlediğini gör.',
  start: 'Hemen başla',
  discoverLists: 'Müzik listelerini keşfet',
  trending: 'Gündemdeki albümler',
  noDescription: 'Açıklama yok',
  collect: 'Koleksiyonunu oluştur',
  collectHow: 'Dinlediğin her albümü işaretle, sevdiklerini elinin altında tut.',
  comment: 'Yorum yap',
  commentHow: 'Yarım yıldıza kadar puanla, ne duyduğunu yaz, başkalarıyla konuş.',
  discoverHow: 'Kulağına güvendiğin insanları takip et, ne dinlediklerini anında gör.',
}
