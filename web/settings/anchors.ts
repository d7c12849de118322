import { pages } from '../../shared/pages.ts'

/** The pages of the settings, in the order of their navigation. */
export const settingsPages = [
  'accountSettings',
  'privacySettings',
  'notificationSettings',
  'connectionSettings',
  'dataSettings',
] as const
export type SettingsPageName = (typeof settingsPages)[number]

/** The ids of all sections, each with its page. */
const anchors = {
  email: 'accountSettings',
  password: 'accountSettings',
  passkeys: 'accountSettings',
  google: 'accountSettings',
  sessions: 'accountSettings',
  welcome: 'accountSettings',
  visibility: 'privacySettings',
  blocked: 'privacySettings',
  suggestions: 'privacySettings',
  notifications: 'notificationSettings',
  scrobbling: 'connectionSettings',
  tokens: 'connectionSettings',
  data: 'dataSettings',
  plays: 'dataSettings',
} as const satisfies Record<string, SettingsPageName>
export type Anchor = keyof typeof anchors

/** Returns the address of a section, or null if there is none with this id. */
export function settingsPath(anchor: string): string | null {
  if (!Object.hasOwn(anchors, anchor)) return null
  return `${pages[anchors[anchor as Anchor]].path}#${anchor}`
}
