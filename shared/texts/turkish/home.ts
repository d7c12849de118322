import type { Texts } from '../../texts.ts'

export const home: Texts['home'] = {
  title: 'Müzik yolculuğunu yaz',
  lead: 'Dinlediğin albümleri günlüğüne ekle, puanla, hakkında yaz; takip ettiklerinin ne dinlediğini gör.',
  start: 'Hemen başla',
  discoverLists: 'Müzik listelerini keşfet',
  trending: 'Gündemdeki albümler',
  noDescription: 'Açıklama yok',
  collect: 'Koleksiyonunu kur',
  collectHow: 'Dinlediğin her albümü işaretle, sevdiklerini elinin altında tut.',
  comment: 'Yorum yap',
  commentHow: 'Yarım yıldızlarla puanla, duyduklarını yaz, başkalarıyla konuş.',
  discoverHow: 'Kulağına güvendiğin insanları takip et, ne dinlediklerini anında gör.',
}
