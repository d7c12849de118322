import type { push as Push } from '../default/push.ts'

export const push: typeof Push = {
  column: 'Anlık bildirim',
  allow: 'Bu cihazda izin ver',
  refused: 'Tarayıcın Plak’tan gelen bildirimlere izin vermiyor',
  unable: 'Bu tarayıcı anlık bildirim alamıyor',
  devices: 'Cihazlar',
  devicesFailed: 'Cihazların yüklenemedi',
  noDevices: 'Henüz cihaz yok. Bu cihazda bildirimlere izin ver, sonra neler için geleceğini seç.',
  remove: 'Kaldır',
  thisDevice: 'Bu cihaz',
  allowed: 'İzin verildi:',
  added: 'Bu cihaz artık bildirim alabilir',
  removed: 'Cihaz kaldırıldı',
  unreadable: 'Yeni bir şey var',
  service: 'Bu tarayıcının anlık bildirim servisi burada tanınmıyor',
  none: 'Burada anlık bildirim yok',
}
