import { z } from 'zod'
import type { AlbumCard } from './catalog.ts'
import { limits } from './limits.ts'
import { linkTypes, socialTypes } from './links.ts'
import { parseUrl } from './parseUrl.ts'
import { isUploadedAvatar } from './pictures.ts'
import { texts } from './texts.ts'
import { writtenText } from './written.ts'

export const newNickname = z
  .string()
  .trim()
  .toLowerCase()
  .min(limits.nickname.min, texts.auth.nicknameShort)
  .max(limits.nickname.max, texts.auth.nicknameLong)
  .regex(/^[a-z0-9_]+$/, texts.auth.nicknameLetters)

/** Nicknames that would collide with a route (/profile/edit). */
export const reservedNicknames: ReadonlySet<string> = new Set(['edit'])

/** Other texts must not reach the database: its column is ASCII, and comparing it with 'çağla' is an error there. */
export const isNickname = (text: string): boolean =>
  text.length <= limits.nickname.max && /^[a-z0-9_]+$/.test(text)

/** An invalid nickname is simply not found (`isNickname`). */
export const nicknameInput = z.object({ nickname: z.string().trim().toLowerCase() })

export const userSearchInput = z.object({ query: z.string().trim().max(limits.searchQuery) })

/** null for anything but the URL of a web page: other schemes, and URLs with a password */
export function webUrl(text: string): URL | null {
  const url = parseUrl(text)
  if (!url) return null
  const isWeb = /^https?:$/.test(url.protocol) && url.hostname !== ''
  return isWeb && !url.username && !url.password ? url : null
}

const webAddress = (message: string, isRight: (url: URL) => boolean = () => true) =>
  z
    .string()
    .trim()
    .max(limits.url, message)
    .transform((text, { issues }) => {
      if (text === '') return ''
      const url = webUrl(text)
      if (url && isRight(url) && url.href.length <= limits.url) return url.href
      issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })

/** '' for none, else the URL of a picture: http or https, with a path. Only the browser checks whether it loads. */
export const avatarUrl = webAddress(texts.users.avatarInvalid, ({ pathname }) => pathname !== '/')

export const profileLink = z.object({
  type: z.enum(linkTypes),
  url: webAddress(texts.users.linkInvalid).refine((url) => url !== '', texts.users.linkInvalid),
})
export type ProfileLink = z.infer<typeof profileLink>

const links = z
  .array(profileLink)
  .max(limits.customLinks + socialTypes.length, texts.users.tooManyLinks)
  .check((list) => {
    const counts = new Map<string, number>()
    list.value.forEach(({ type }, index) => {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      const limit = type === 'custom' ? limits.customLinks : 1
      const message = type === 'custom' ? texts.users.tooManyLinks : texts.users.linkTwice
      if (count > limit)
        list.issues.push({ code: 'custom', message, path: [index, 'url'], input: list.value })
    })
  })

const previousFields = z.object({
  /** an uploaded picture counts as none: `avatar` is the address of a picture elsewhere */
  avatar: z
    .string()
    .max(limits.url)
    .transform((avatar) => (isUploadedAvatar(avatar) ? '' : avatar)),
  bio: z.string().max(limits.bio),
  links: z
    .array(z.object({ type: z.enum(linkTypes), url: z.string().max(limits.url) }))
    .max(2 * limits.customLinks),
})

/**
 * Changes of a profile; omitted fields keep their value. The links are in the order of the array. A field in `before` is
 * refused if its stored value is now another: another tab or device has changed it.
 */
export const updateProfileInput = z.object({
  nickname: newNickname.optional(),
  avatar: avatarUrl.optional(),
  bio: writtenText(limits.bio).optional(),
  links: links.optional(),
  before: previousFields.partial().optional(),
})
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

export const userCard = z.strictObject({ nickname: z.string(), avatar: z.string().nullable() })
export type UserCard = z.infer<typeof userCard>

export type UserFound = UserCard & { bio: string | null }

export type Relation = 'self' | 'following' | 'requested' | 'none' | 'visitor'

export type Profile = UserCard & {
  bio: string | null
  links: ProfileLink[]
  favoriteAlbums: AlbumCard[]
  followers: number
  following: number
  counts: { favorites: number; listened: number; reviews: number; diary: number; lists: number }
  relation: Relation
  /** follows need approval; users who do not follow only get the fields before `links`, and two numbers */
  isPrivate: boolean
  mutedUntil: string | null
}
