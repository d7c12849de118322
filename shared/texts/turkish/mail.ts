import type { MailTexts } from '../default/mail.ts'

export const mail: MailTexts = {
  code: 'tr',
  reset: {
    subject: 'Plak için yeni bir şifre seç',
    text: (nickname) =>
      `Merhaba ${nickname}, birisi, umarız sen, Plak’ta yeni bir şifre seçmek için bağlantı istedi. Bağlantı bir saat içinde, bir kez kullanılabilir.`,
    link: 'Yeni şifre seç',
    note: 'İsteyen sen değilsen hiçbir şey değişmedi; bu e-postayı dikkate alma.',
  },
  confirm: {
    subject: 'Plak için e-posta adresini doğrula',
    text: (nickname) =>
      `Merhaba ${nickname}, bu adresin senin olduğunu doğrulamak için bağlantıyı aç. Bağlantı bir saat içinde, bir kez kullanılabilir.`,
    link: 'Bu adresi doğrula',
    note: 'Plak’ta hesabın yoksa birisi adresini yanlış yazmıştır; bu e-postayı dikkate alma.',
  },
  change: {
    subject: 'Plak için yeni e-posta adresin',
    text: (nickname) =>
      `Merhaba ${nickname}, bu adresi Plak hesabında kullanmak için bağlantıyı aç. Bağlantı bir saat içinde, bir kez kullanılabilir.`,
    link: 'Bu adresi kullan',
    note: 'İsteyen sen değilsen hiçbir şey değişmedi; bu e-postayı dikkate alma.',
  },
  changing: {
    subject: 'Plak hesabının e-posta adresini değiştirme isteği',
    text: (nickname) =>
      `Merhaba ${nickname}, birisi, umarız sen, Plak hesabın için başka bir e-posta adresi kullanmak istedi. Oraya gönderilen bağlantı açılınca adres değişir.`,
    note: 'İsteyen sen değilsen hemen yeni bir şifre seç: bu, isteği ve diğer bütün oturumları sonlandırır.',
  },
  changed: {
    subject: 'Plak hesabının e-posta adresi değişti',
    text: (nickname) =>
      `Merhaba ${nickname}, Plak hesabının e-posta adresi az önce başka bir adresle değiştirildi.`,
    note: 'Bunu yapan sen değilsen sitenin işletmecisine hemen haber ver.',
  },
  notifications: {
    text: (nickname) => `Merhaba ${nickname}, Plak’ta olanlar:`,
    many: (count) => `Plak’ta ${count} bildirim`,
    more: (count) => `ve ${count} bildirim daha`,
    link: 'Bildirimlerimi göster',
    note: 'Hangi e-postaların geleceğini hesap ayarlarında, ‘Bildirimler’ altında seçersin.',
  },
  digest: {
    subject: 'Plak’ta haftan',
    text: (nickname) => `Merhaba ${nickname}, geçen hafta olanlar:`,
  },
  unsubscribe: {
    ask: 'Bu e-postalar dursun mu?',
    button: 'Bu e-postaları durdur',
    done: 'Bu e-postalar durduruldu. Hesap ayarlarından yeniden açabilirsin.',
    invalid: 'Bu bağlantı geçerli değil.',
  },
  test: {
    subject: 'Plak deneme e-postası',
    text: (to) => `Bu e-posta, Plak’ın şu adrese e-posta gönderebildiğini gösterir: ${to}`,
    note: 'Bir işletmeci bunu `npm run admin -- doctor --mail` ile istedi.',
  },
}
