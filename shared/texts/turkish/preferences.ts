import type { Texts } from '../../texts.ts'

export const preferences: Texts['preferences'] = {
  language: 'Dil',
  default: 'Varsayılan',
  theme: 'Tema',
  system: 'Sistem',
  light: 'Açık',
  dark: 'Koyu',
  change: 'Dil değiştirilsin mi?',
  discards: 'Sayfa yeniden yüklenir. Burada yazıp göndermediklerin kaybolur.',
}
