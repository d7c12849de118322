import { nobodys, type Classes } from './classes.ts'

type Model =
  | 'Album'
  | 'AlbumAlias'
  | 'AlbumMerge'
  | 'AlbumMergeRow'
  | 'AlbumLink'
  | 'Genre'
  | 'AlbumGenre'
  | 'AlbumRank'
  | 'RankChange'
  | 'AlbumChange'
  | 'ReleaseGroup'
  | 'CatalogRequest'
  | 'Chart'
  | 'Artist'
  | 'ServicePicture'
  | 'Picture'
  | 'PictureUpload'
  | 'AlbumWord'
  | 'Word'
  | 'WordHead'
  | 'Log'
  | 'ListeningChange'
  | 'Tag'
  | 'LogTag'
  | 'Opinion'
  | 'Favorite'
  | 'Taste'
  | 'TasteState'
  | 'TopAlbum'
  | 'ListenLater'
  | 'ReviewLike'

export const musicData: Pick<Classes, Model> = {
  Album: {
    ...nobodys,
    columns: {
      id: 'internal',
      key: 'internal',
      artist: 'internal',
      name: 'internal',
      image: 'internal',
      trackCount: 'internal',
      tracks: 'internal',
      releaseDate: 'internal',
      year: 'internal',
      type: 'internal',
      edited: 'internal',
      isAdded: 'internal',
      // An album stays when the account of the user who added it is deleted, if others use it.
      addedById: 'internal',
      submission: 'internal',
      mergedIntoId: 'internal',
      hasWords: 'internal',
      createdAt: 'internal',
      updatedAt: 'internal',
    },
  },
  AlbumMerge: {
    ...nobodys,
    columns: { id: 'internal', fromId: 'internal', intoId: 'internal', state: 'internal', taken: 'internal' },
  },
  // How a moderator's undo puts things back; the things themselves are exported.
  AlbumMergeRow: {
    owner: 'userId',
    order: ['mergeId', 'kind', 'thingId'],
    columns: {
      mergeId: 'internal',
      userId: 'internal',
      kind: 'internal',
      thingId: 'internal',
      detail: 'internal',
    },
  },
  AlbumAlias: { ...nobodys, columns: { key: 'internal', albumId: 'internal' } },
  AlbumLink: {
    ...nobodys,
    columns: {
      albumId: 'internal',
      state: 'internal',
      groupId: 'internal',
      candidates: 'internal',
      isChosen: 'internal',
      lookUpAt: 'internal',
      wantedUntil: 'internal',
      failures: 'internal',
      checkedAt: 'internal',
    },
  },
  Genre: { ...nobodys, columns: { id: 'internal', name: 'internal' } },
  AlbumGenre: {
    ...nobodys,
    columns: { albumId: 'internal', genreId: 'internal', votes: 'internal', releaseDate: 'internal' },
  },
  AlbumRank: {
    ...nobodys,
    columns: {
      albumId: 'internal',
      listeners: 'internal',
      ratings: 'internal',
      average: 'internal',
      releaseDate: 'internal',
    },
  },
  RankChange: { ...nobodys, columns: { id: 'internal', albumId: 'internal' } },
  AlbumChange: { ...nobodys, columns: { id: 'internal', albumId: 'internal', createdAt: 'internal' } },
  AlbumWord: { ...nobodys, columns: { word: 'internal', albumId: 'internal' } },
  Word: { ...nobodys, columns: { word: 'internal' } },
  WordHead: { ...nobodys, columns: { length: 'internal', omission: 'internal', head: 'internal' } },
  ReleaseGroup: {
    ...nobodys,
    columns: {
      id: 'internal',
      artist: 'internal',
      artistId: 'internal',
      title: 'internal',
      releaseDate: 'internal',
      type: 'internal',
      key: 'internal',
      isOfficial: 'internal',
      fetchedAt: 'internal',
    },
  },
  Picture: {
    ...nobodys,
    columns: { hash: 'internal', width: 'internal', data: 'internal', createdAt: 'internal' },
  },
  // For an hour. A picture in use is part of its album.
  PictureUpload: {
    owner: 'userId',
    order: ['id'],
    columns: { id: 'internal', userId: 'internal', hash: 'internal', createdAt: 'internal' },
  },
  // Names that somebody looked for, without who it was.
  CatalogRequest: {
    ...nobodys,
    columns: {
      key: 'internal',
      artist: 'internal',
      album: 'internal',
      state: 'internal',
      wantedAt: 'internal',
      artistId: 'internal',
      askAgainAt: 'internal',
      failures: 'internal',
    },
  },
  Chart: { ...nobodys, columns: { name: 'internal', entries: 'internal', fetchedAt: 'internal' } },
  Artist: {
    ...nobodys,
    columns: {
      id: 'internal',
      name: 'internal',
      key: 'internal',
      genres: 'internal',
      sharedGroups: 'internal',
      fetchedAt: 'internal',
    },
  },
  ServicePicture: {
    ...nobodys,
    columns: {
      id: 'internal',
      image: 'internal',
      author: 'internal',
      license: 'internal',
      licenseUrl: 'internal',
      page: 'internal',
      askAgainAt: 'internal',
    },
  },
  Log: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      albumId: 'album',
      source: 'exported',
      imported: 'internal',
      importId: 'internal',
      visibility: 'level',
      hiddenLevel: 'internal',
      rating: 'exported',
      review: 'exported',
      reviewedAt: 'exported',
      date: 'day',
      relisten: 'flag',
      submission: 'internal',
      tagCount: 'tags',
      version: 'internal',
      createdAt: 'exported',
      enteredAt: 'internal',
      feedAt: 'internal',
      updatedAt: 'exported',
    },
  },
  // Kept for an hour; the listenings themselves are exported.
  ListeningChange: {
    owner: 'userId',
    order: ['id'],
    columns: { id: 'internal', userId: 'internal', logId: 'internal', createdAt: 'internal' },
  },
  // Tag names are exported with the listenings.
  Tag: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      key: 'internal',
      name: 'internal',
      visibility: 'internal',
      everyoneCount: 'internal',
      followersCount: 'internal',
      meCount: 'internal',
    },
  },
  LogTag: {
    owner: 'tag',
    order: ['logId', 'tagId'],
    columns: {
      logId: 'internal',
      tagId: 'internal',
      position: 'internal',
      visibility: 'internal',
      date: 'internal',
    },
  },
  // Derived from the listenings, which are exported themselves.
  Opinion: {
    owner: 'userId',
    order: ['albumId'],
    columns: {
      userId: 'internal',
      albumId: 'internal',
      rating: 'internal',
      followersRating: 'internal',
      everyoneRating: 'internal',
      countedRating: 'internal',
      visibility: 'internal',
      addedAt: 'internal',
    },
  },
  Favorite: {
    owner: 'userId',
    order: ['albumId'],
    columns: { userId: 'internal', albumId: 'album', createdAt: 'exported' },
  },
  // Computed from what the user and others love publicly.
  Taste: {
    owner: 'userId',
    order: [],
    columns: { userId: 'internal', loves: 'internal', people: 'internal', lovers: 'internal' },
  },
  TasteState: {
    ...nobodys,
    columns: {
      id: 'internal',
      life: 'internal',
      position: 'internal',
      computedAt: 'internal',
      followed: 'internal',
      week: 'internal',
      weekAt: 'internal',
    },
  },
  TopAlbum: {
    owner: 'userId',
    order: ['position'],
    columns: { userId: 'internal', position: 'exported', albumId: 'album' },
  },
  ListenLater: {
    owner: 'userId',
    order: ['position', 'albumId'],
    columns: {
      userId: 'internal',
      albumId: 'album',
      position: 'exported',
      addedOn: 'day',
      createdAt: 'exported',
    },
  },
  ReviewLike: {
    owner: 'userId',
    order: ['logId'],
    columns: { logId: 'review', userId: 'internal', createdAt: 'exported' },
  },
}
