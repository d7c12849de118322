import { countedInTurkish } from '../counted.ts'
import type { MailTexts } from '../default/mail.ts'

export const mail: MailTexts = {
  code: 'tr',
  reset: {
    subject: 'Plak için yeni bir şifre belirle',
    text: (nickname) =>
      `Merhaba ${nickname}, Plak’ta yeni bir şifre belirlemek için bağlantı istendi; umarız isteyen sensin. Bağlantı bir saat içinde, bir kez kullanılabilir.`,
    link: 'Yeni şifre belirle',
    note: 'Bunu sen istemediysen bu e-postayı dikkate alma; hiçbir şey değişmedi.',
  },
  confirm: {
    subject: 'Plak için e-posta adresini doğrula',
    text: (nickname) =>
      `Merhaba ${nickname}, bu adresin senin olduğunu doğrulamak için bağlantıyı aç. Bağlantı bir saat içinde, bir kez kullanılabilir.`,
    link: 'Bu adresi doğrula',
    note: 'Plak’ta hesabın yoksa biri kendi e-posta adresini yanlış yazmış demektir; bu e-postayı dikkate alma.',
  },
  change: {
    subject: 'Plak için yeni e-posta adresin',
    text: (nickname) =>
      `Merhaba ${nickname}, bu adresi Plak hesabında kullanmak için bağlantıyı aç. Bağlantı bir saat içinde, bir kez kullanılabilir.`,
    link: 'Bu adresi kullan',
    note: 'Bunu sen istemediysen bu e-postayı dikkate alma; hiçbir şey değişmedi.',
  },
  changing: {
    subject: 'Plak hesabının e-posta adresini değiştirme isteği',
    text: (nickname) =>
      `Merhaba ${nickname}, birisi, umarız sen, Plak hesabın için başka bir e-posta adresi kullanmak istedi. Oraya gönderilen bağlantı açılınca adres değişir.`,
    note: 'Bunu sen istemediysen hemen yeni bir şifre belirle; bu, isteği ve diğer tüm oturumları sonlandırır.',
  },
  changed: {
    subject: 'Plak hesabının e-posta adresi değişti',
    text: (nickname) =>
      `Merhaba ${nickname}, Plak hesabının e-posta adresi az önce başka bir adresle değiştirildi.`,
    note: 'Bunu yapan sen değilsen site yöneticisine hemen haber ver.',
  },
  notifications: {
    text: (nickname) => `Merhaba ${nickname}, Plak’ta olanlar:`,
    many: (count) => `Plak’ta ${countedInTurkish(count, 'bildirim')}`,
    more: (count) => `ve ${countedInTurkish(count, 'bildirim')} daha`,
    link: 'Bildirimlerimi göster',
    note: 'Sana hangi e-postaların geleceğini hesap ayarlarının “Bildirimler” bölümünde seçebilirsin.',
  },
  digest: {
    subject: 'Plak’taki haftan',
    text: (nickname) => `Merhaba ${nickname}, son bir haftada olanlar:`,
  },
  unsubscribe: {
    ask: 'Bu e-postalar durdurulsun mu?',
    button: 'Bu e-postaları durdur',
    done: 'Bu e-postalar durduruldu. Hesap ayarlarından yeniden açabilirsin.',
    invalid: 'Bu bağlantı geçerli değil.',
  },
  test: {
    subject: 'Plak deneme e-postası',
    text: (address) => `Bu e-posta, Plak’ın şu adrese e-posta gönderebildiğini gösterir: ${address}`,
    note: 'Bir site yöneticisi bunu `npm run admin -- doctor --mail` ile istedi.',
    noteOfSettings: 'Bir yönetici bunu Plak’ın ayarlarında istedi.',
  },
}
