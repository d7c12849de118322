import { waitInTurkish as wait } from '../counted.ts'
import type { limits as defaults } from '../default/limits.ts'

export const limits: typeof defaults = {
  registrations: (seconds) => `Çok fazla yeni hesap açıldı, ${wait(seconds)} sonra tekrar dene`,
  comments: (seconds) => `Çok fazla yorum, ${wait(seconds)} sonra tekrar dene`,
  likes: (seconds) => `Çok fazla beğeni, ${wait(seconds)} sonra tekrar dene`,
  follows: (seconds) => `Çok fazla takip, ${wait(seconds)} sonra tekrar dene`,
  lists: (seconds) => `Çok fazla yeni liste, ${wait(seconds)} sonra tekrar dene`,
  edits: (seconds) => `Çok fazla değişiklik, ${wait(seconds)} sonra tekrar dene`,
  renames: (seconds) => `Kullanıcı adını çok sık değiştirdin, ${wait(seconds)} sonra tekrar dene`,
  mentions: (seconds) => `Çok fazla kişiden söz ettin, ${wait(seconds)} sonra tekrar dene`,
  logs: (seconds) => `Günlüğe çok fazla kayıt eklendi, ${wait(seconds)} sonra tekrar dene`,
  tags: (seconds) => `Çok fazla etiket adı değiştirdin, ${wait(seconds)} sonra tekrar dene`,
  reports: (seconds) => `Çok fazla şikâyet, ${wait(seconds)} sonra tekrar dene`,
  searches: (seconds) => `Çok fazla arama, ${wait(seconds)} sonra tekrar dene`,
  lookUps: (seconds) => `Çok fazla albüm ve sanatçı sayfası, ${wait(seconds)} sonra tekrar dene`,
  pictures: (seconds) => `Çok fazla resim, ${wait(seconds)} sonra tekrar dene`,
  uploads: (seconds) => `Çok fazla dosya, ${wait(seconds)} sonra tekrar dene`,
  uploadedBytes: (seconds) => `Dosyaların bir gün için çok büyük, ${wait(seconds)} sonra tekrar dene`,
  spotify: (seconds) => `Spotify’a çok fazla istek, ${wait(seconds)} sonra tekrar dene`,
}
