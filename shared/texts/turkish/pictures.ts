import type { Texts } from '../../texts.ts'

export const pictures: Texts['pictures'] = {
  type: 'JPEG, PNG, WebP ya da AVIF türünde bir resim seç',
  tooLarge: 'Resim 8 MB’tan büyük',
  tooManyPixels: 'Resmin çok fazla pikseli var',
  unreadable: 'Bu resim okunamıyor',
  readable: 'JPEG, PNG, WebP ve AVIF okuyabiliriz',
  atMost: 'Resim en fazla 8 MB olabilir',
  expired: 'Resim artık yok. Yeniden seç.',
  uploadFailed: 'Resim yüklenemedi',
  choose: 'Resim seç',
  drop: 'ya da buraya bırak',
  remove: 'Kapağı kaldır',
  uploading: (percent) => `Resim yükleniyor: %${percent}`,
  hint: 'JPEG, PNG, WebP ya da AVIF; en fazla 8 MB',
}
