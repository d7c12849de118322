import type { AlbumCard } from './catalog.ts'
import type { UserCard } from './users.ts'

/** A list as cards show it. */
export type ListCard = {
  id: number
  name: string
  /** '' when there is none */
  description: string
  owner: UserCard
  albumCount: number
  likeCount: number
  commentCount: number
  /** the first five albums of the list */
  covers: AlbumCard[]
  createdAt: string
}

/** The home page shows so many lists of the community. */
export const RANDOM_LISTS = 3
