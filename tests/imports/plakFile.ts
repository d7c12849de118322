import type { Visibility } from '../../shared/visibility.ts'

// Builds a small export of Plak, as its owner imports it elsewhere.

type Album = { artist: string; album: string }
const day = '2024-03-05'
const moment = `${day}T10:00:00.000Z`
const named = ({ artist, album }: Album) => ({ artist, name: album })

export const reviewOf = (album: Album, review: string, visibility: Visibility = 'everyone') => ({
  album: named(album),
  date: day,
  rating: 8,
  review,
  tags: [],
  relisten: false,
  visibility,
  source: 'manual',
  createdAt: moment,
  reviewedAt: moment,
  updatedAt: moment,
})

export const heartOf = (album: Album) => ({ album: named(album), createdAt: moment })

export const listOf = (name: string, ...albums: Album[]) => ({
  name,
  description: '',
  visibility: 'everyone',
  ranked: false,
  clonedFrom: null,
  createdAt: moment,
  updatedAt: moment,
  albums: albums.map((album) => ({ album: named(album), note: '', addedAt: moment })),
})

type Sections = {
  listenings?: ReturnType<typeof reviewOf>[]
  hearts?: ReturnType<typeof heartOf>[]
  lists?: ReturnType<typeof listOf>[]
}

export const plakFile = ({ listenings = [], hearts = [], lists = [] }: Sections): string =>
  JSON.stringify({
    format: 'plak-export',
    version: 1,
    exportedAt: moment,
    account: { nickname: 'x', defaultVisibility: 'everyone' },
    listenings,
    hearts,
    lists,
    listenLater: [],
    topFour: [],
    follows: [],
    forReading: {},
  })
