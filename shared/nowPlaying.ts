import { nicknameInput, type UserCard } from './users.ts'

/** A track that somebody plays at this moment, since a time. */
export type NowPlaying = { artist: string; track: string; album: string | null; since: string }

/** Without a nickname: of the viewer and the people they follow. */
export const playingInput = nicknameInput.partial()

/** `endsIn`: milliseconds until it ends, unless it is renewed. */
export type Playing = NowPlaying & { user: UserCard; endsIn: number }

/** The latest first. `live` is the position of the answer in the event log. */
export type PlayingList = { items: Playing[]; live: string }
