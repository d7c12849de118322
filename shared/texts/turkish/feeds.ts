import type { Texts } from '../../texts.ts'

export const feeds: Texts['feeds'] = {
  diary: (nickname) => `${nickname} kullanıcısının günlüğü`,
  reviews: (nickname) => `${nickname} kullanıcısının incelemeleri`,
  lists: (nickname) => `${nickname} kullanıcısının listeleri`,
  ofAlbum: (albumBy) => `İncelemeler: ${albumBy}`,
  listenedOn: (day) => `${day} tarihinde dinledi`,
}
