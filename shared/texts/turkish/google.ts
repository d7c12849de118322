import type { Texts } from '../../texts.ts'

export const google: Texts['google'] = {
  cancelled: 'Google ile girişten vazgeçildi',
  failed: 'Google ile giriş yapılamadı. Tekrar dene.',
  expired: 'Google ile giriş çok uzun sürdü. Tekrar dene.',
  unverified: 'Google e-posta adresini doğrulamamış, bu yüzden burada kullanılamaz',
  exists:
    'Bu e-posta adresiyle bir hesap zaten var. Şifrenle giriş yap, sonra ikisini bağlamak için bir kez daha Google ile devam et.',
  connected: 'Bu e-posta adresiyle açılmış hesap başka bir Google hesabına bağlı. O hesapla giriş yap.',
  other: 'Bu Google hesabının e-posta adresi seninkinden farklı, bu yüzden ikisi birbirine bağlanamıyor',
  disabled: 'Bu hesap devre dışı bırakılmış',
  busy: 'Çok fazla yeni hesap açıldı. Bir dakika sonra tekrar dene.',
  byInvitation: 'Kayıt yalnızca davetle',
  closed: 'Kayıtlar kapalı',
  invitationOver: 'Bu davet artık geçerli değil',
}
