import { settingForms, type SettingForm, type SettingName } from '../../shared/settingNames.ts'
import { defaultText, demoTexts, parseSettings, type Mistake, type Settings } from '../lib/settings.ts'
import type { StoredSettings } from './rows.ts'

type Texts = Readonly<Record<string, string>>

/** Settings that no administrator changes, but that contradict one of a form. */
const formOfOther: Record<string, SettingForm> = { MUSICBRAINZ: 'catalogue' }

export function formOf(name: string): SettingForm | undefined {
  const entries = Object.entries(settingForms) as [SettingForm, readonly string[]][]
  return entries.find(([, names]) => names.includes(name))?.[0] ?? formOfOther[name]
}

/** Returns the texts of all settings. The environment wins. */
export const mergeTexts = (
  environment: Texts,
  stored: Iterable<[string, string]>,
): Record<string, string> => ({
  ...(environment['PLAK_DEMO'] && demoTexts),
  ...Object.fromEntries(stored),
  ...environment,
})

export type InForce = {
  settings: Settings
  /** stored values that are not in force, with the reason */
  ignored: ReadonlyMap<SettingName, Mistake>
}

/**
 * Combines the stored settings with the environment. Nothing that is stored may keep the product from running: values that are
 * invalid, or that contradict the environment, are ignored, and so is the rest of a service whose secret cannot be opened.
 */
export function settingsInForce(base: Settings, { values, unreadable }: StoredSettings): InForce {
  const { environment } = base
  const accepted = new Map([...values].filter(([name]) => environment[name] === undefined))
  const ignored = new Map<SettingName, Mistake>()
  const ignore = (mistake: Mistake) => {
    const isOwn = accepted.has(mistake.name as SettingName)
    const form = formOf(mistake.name)
    const names = isOwn ? [mistake.name as SettingName] : form ? settingForms[form] : [...accepted.keys()]
    for (const name of names) if (accepted.delete(name)) ignored.set(name, mistake)
  }
  for (const name of unreadable)
    if (environment[name] === undefined && formOf(name) !== 'catalogue')
      ignore({ name, message: 'can no longer be opened' })
  for (;;) {
    const { settings, mistakes } = parseSettings(mergeTexts(environment, accepted), environment)
    if (settings) return { settings, ignored }
    for (const mistake of mistakes) ignore(mistake)
    // The environment by itself is valid.
    if (accepted.size === 0) return { settings: base, ignored }
  }
}

/** Returns the text of a setting that nobody sets, or null. */
export const usualText = (environment: Texts, name: SettingName): string | null =>
  (environment['PLAK_DEMO'] && demoTexts[name]) || defaultText(name)
