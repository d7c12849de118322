import { limits } from '../../limits.ts'
import type { Texts } from '../../texts.ts'

export const users: Texts['users'] = {
  notFound: 'Kullanıcı bulunamadı',
  fetchFailed: 'Profil yüklenirken bir hata oluştu',
  updated: 'Profilin güncellendi',
  updateFailed: 'Profil güncellenemedi',
  updateBroken: 'Profil güncellenirken bir hata oluştu',
  changedElsewhere:
    'Sen açtıktan sonra bu başka bir yerde değişti. Yazdığın hâlâ burada; kalması için yeniden kaydet.',
  avatarInvalid: 'Geçerli bir resim adresi yaz',
  linkInvalid: 'https:// ya da http:// ile başlayan bir bağlantı yaz',
  linkTwice: 'Her türden tek bir bağlantı olabilir',
  tooManyLinks: `Kendi bağlantılarından en fazla ${limits.customLinks} tane ekleyebilirsin`,
  mine: 'Profilim',
  someones: 'Kullanıcı profili',
  noBio: 'Bu kullanıcı henüz kendinden söz etmemiş',
  noOwnBio: 'Henüz kendinden söz etmedin',
  noName: 'Adsız kullanıcı',
  diary: 'Günlük',
  links: 'Bağlantılar',
  profileHint: 'Plak’ta herkes seni böyle görür.',
  linksHint: 'Seni bulabilecekleri diğer yerler; profilinde görünür.',
  biography: 'Biyografi',
  avatar: 'Profil resmi adresi',
  pictureLoading: 'Resim yükleniyor…',
  pictureLooks: 'Böyle görünüyor.',
  picturePreview: 'Profil resminin önizlemesi',
  link: (number) => `Bağlantı ${number}`,
  removeLink: (number) => `${number}. bağlantıyı kaldır`,
  addLink: 'Bağlantı ekle',
  handle: 'sen',
}
