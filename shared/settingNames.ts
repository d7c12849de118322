/** The settings that administrators can change, by the form of /admin/settings that has them. */
export const settingForms = {
  registration: ['REGISTRATION'],
  contact: ['CONTACT'],
  footerLinks: ['FOOTER_LINKS'],
  catalogue: ['CATALOGUE', 'LASTFM_API_KEY'],
  spotify: ['SPOTIFY_CLIENT_ID', 'SPOTIFY_CLIENT_SECRET'],
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  mail: ['SMTP_URL', 'SMTP_FROM'],
  backups: ['BACKUP_SCHEDULE', 'BACKUP_KEEP'],
  limits: ['LIMITS_FACTOR'],
} as const

export type SettingForm = keyof typeof settingForms
export type SettingName = (typeof settingForms)[SettingForm][number]

export const settingNames: readonly SettingName[] = Object.values(settingForms).flat()

/** The demo may send nothing, and uses no service of others. */
export const notInDemo: readonly SettingName[] = [
  'LASTFM_API_KEY',
  ...settingForms.spotify,
  ...settingForms.google,
  ...settingForms.mail,
]

/** `null` and an empty text remove the stored value; an empty secret keeps it. */
export type SettingValues = Partial<Record<SettingName, string | null>>

export type AdminSetting = {
  name: SettingName
  /** the text in force; always null for a secret, and for a setting without a value */
  value: string | null
  source: 'environment' | 'stored' | 'default'
  isSecret: boolean
  /** true for a stored secret that the APP_SECRET of today does not open */
  isUnreadable: boolean
  /** the reason why a stored value is not in force, in the words of the start */
  problem: string | null
}

/** `version` changes with each save. */
export type AdminSettings = { version: number; settings: AdminSetting[] }
