import type { SettingName } from '../../shared/settingNames.ts'
import type { Db } from '../lib/db.ts'
import type { Log } from '../lib/http.ts'
import type { Seal } from '../lib/seal.ts'
import type { Mistake, Settings } from '../lib/settings.ts'
import { settingsInForce } from './inForce.ts'
import { nothingStored, readStored, readVersion, resealSettings, type StoredSettings } from './rows.ts'

/** The settings in force. A change in the database takes effect without a restart. */
export type LiveSettings = {
  /** one object for as long as the process runs, so that everybody who has it reads the newest values */
  settings: Settings
  stored: () => StoredSettings
  ignored: () => ReadonlyMap<SettingName, Mistake>
  /** Reads the settings again if they have changed, or in any case. */
  refresh: (options?: { isForced?: boolean }) => Promise<void>
  /**
   * Returns a function that returns what `make` returned, which is called again after a change of one of the settings `names`.
   */
  follow: <Made>(names: readonly (keyof Settings)[], make: (settings: Settings) => Made) => () => Made
}

type Options = { db: Db; seal: Seal; log: Log }

/** `base` has the settings of the environment. */
export async function openSettings(base: Settings, { db, seal, log }: Options): Promise<LiveSettings> {
  let stored = nothingStored
  let { settings: inForce, ignored } = settingsInForce(base, nothingStored)
  const settings = { ...inForce }
  let changes = 0
  let reading: Promise<void> = Promise.resolve()

  async function read(isForced: boolean) {
    const previous = stored.version
    if (!isForced && (await readVersion(db)) === previous) return
    stored = await readStored(db, seal)
    ;({ settings: inForce, ignored } = settingsInForce(base, stored))
    replace(settings, inForce)
    changes++
    for (const [name, mistake] of ignored)
      log.warn(`The stored ${name} is not in force: ${mistake.name} ${mistake.message}`)
    for (const name of stored.unreadable) log.warn(`The stored ${name} can no longer be opened`)
  }

  /** One after the other: an older answer must not replace a newer one. */
  const refresh = ({ isForced = false } = {}) =>
    (reading = reading.catch(() => {}).then(() => read(isForced)))

  await resealSettings(db, seal, log)
  await refresh({ isForced: true })
  return {
    settings,
    stored: () => stored,
    ignored: () => ignored,
    refresh,
    follow(names, make) {
      const readAll = () => names.map((name) => settings[name])
      let seen = changes
      let values = readAll()
      let made = make(settings)
      return () => {
        if (seen === changes) return made
        seen = changes
        const now = readAll()
        if (now.some((value, index) => value !== values[index])) {
          values = now
          made = make(settings)
        }
        return made
      }
    },
  }
}

/** Settings without a value have no key. */
function replace(target: Settings, source: Settings): void {
  for (const name of Object.keys(target) as (keyof Settings)[]) if (!(name in source)) delete target[name]
  Object.assign(target, source)
}
