import type { Texts } from '../../texts.ts'

export const follows: Texts['follows'] = {
  followed: 'Takip ediliyor',
  unfollowed: 'Takip bırakıldı',
  self: 'Kendini takip edemezsin',
  noFollowers: 'Henüz takipçi yok',
  noOwnFollowers: 'Seni henüz takip eden yok',
  noFollowing: 'Henüz takip edilen kimse yok',
  noOwnFollowing: 'Henüz kimseyi takip etmiyorsun',
  listFailed: 'Bu kişiler yüklenemedi',
  follow: 'Takip et',
  unfollow: 'Takibi bırak',
  followPerson: (nickname) => `Takip et: ${nickname}`,
  unfollowPerson: (nickname) => `Takibi bırak: ${nickname}`,
  followers: 'Takipçi',
  following: 'Takip',
  you: 'Sen',
}
