import { describeMistake, type Settings } from '../../lib/settings.ts'
import { readInForce } from '../../settings/read.ts'
import { inTime, warning, type Found } from './check.ts'

/** Returns the settings in force, and what is wrong with stored ones. Without a database, they are those of the environment. */
export async function checkStoredSettings(base: Settings): Promise<{ settings: Settings; found: Found[] }> {
  const { stored, settings, ignored } = await readInForce(base, inTime)
  const unreadable = [...stored.unreadable].filter((name) => base.environment[name] === undefined)
  return {
    settings,
    found: [
      ...unreadable.map((name) =>
        warning(
          'settings',
          `${name} was stored, and can no longer be opened`,
          'Set APP_SECRET_BEFORE to the key that it was stored with, or enter it again at /admin/settings.',
        ),
      ),
      ...[...ignored]
        .filter(([, { name }]) => !stored.unreadable.has(name as never))
        .map(([name, mistake]) =>
          warning(
            'settings',
            `the stored ${name} is not in force: ${describeMistake(mistake)}`,
            'Correct it at /admin/settings.',
          ),
        ),
    ],
  }
}
