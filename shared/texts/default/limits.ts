import { wait } from '../counted.ts'

/** Each text takes the seconds until the next attempt is allowed. */
export const limits = {
  registrations: (seconds: number) => `Too many new accounts, try again in ${wait(seconds)}`,
  comments: (seconds: number) => `Too many comments, try again in ${wait(seconds)}`,
  likes: (seconds: number) => `Too many likes, try again in ${wait(seconds)}`,
  follows: (seconds: number) => `Too many follows, try again in ${wait(seconds)}`,
  lists: (seconds: number) => `Too many new lists, try again in ${wait(seconds)}`,
  logs: (seconds: number) => `Too many logs, try again in ${wait(seconds)}`,
  edits: (seconds: number) => `Too many changes, try again in ${wait(seconds)}`,
  renames: (seconds: number) => `Too many username changes, try again in ${wait(seconds)}`,
  mentions: (seconds: number) => `Too many mentions, try again in ${wait(seconds)}`,
  tags: (seconds: number) => `Too many renamed tags, try again in ${wait(seconds)}`,
  reports: (seconds: number) => `Too many reports, try again in ${wait(seconds)}`,
  searches: (seconds: number) => `Too many searches, try again in ${wait(seconds)}`,
  lookUps: (seconds: number) => `Too many album and artist pages, try again in ${wait(seconds)}`,
  pictures: (seconds: number) => `Too many pictures, try again in ${wait(seconds)}`,
  uploads: (seconds: number) => `Too many files, try again in ${wait(seconds)}`,
  uploadedBytes: (seconds: number) => `Your files are too large for one day, try again in ${wait(seconds)}`,
  spotify: (seconds: number) => `Too many requests to Spotify, try again in ${wait(seconds)}`,
}
