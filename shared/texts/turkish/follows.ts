import type { Texts } from '../../texts.ts'

export const follows: Texts['follows'] = {
  followed: 'Takip ediliyor',
  unfollowed: 'Takip bırakıldı',
  self: 'Kendini takip edemezsin',
  noFollowers: 'Henüz takipçi yok',
  // The default's own words tell of the other list.
  noFollowing: 'Henüz takip edilen kimse yok',
  listFailed: 'Bu kişiler yüklenemedi',
  follow: 'Takip et',
  unfollow: 'Takibi bırak',
  followPerson: (nickname) => `Takip et: ${nickname}`,
  unfollowPerson: (nickname) => `Takibi bırak: ${nickname}`,
  followers: 'Takipçi',
  following: 'Takip',
  you: 'Sen',
}
