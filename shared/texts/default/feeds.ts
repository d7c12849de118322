export const feeds = {
  diary: (nickname: string) => `${nickname}’s diary`,
  reviews: (nickname: string) => `Reviews by ${nickname}`,
  lists: (nickname: string) => `Lists by ${nickname}`,
  ofAlbum: (albumBy: string) => `Reviews of ${albumBy}`,
  listenedOn: (day: string) => `Listened on ${day}`,
}
