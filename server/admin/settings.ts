import { createHash } from 'node:crypto'
import { TRPCError } from '@trpc/server'
import { ZodRealError, type z } from 'zod'
import type { saveSettingsInput } from '../../shared/adminSettings.ts'
import {
  notInDemo,
  settingForms,
  settingNames,
  type AdminSettings,
  type SettingName,
  type SettingValues,
} from '../../shared/settingNames.ts'
import { checkKey } from '../clients/lastfm/key.ts'
import type { Deps } from '../core/deps.ts'
import { conflict, forbidden, invalid } from '../lib/errors.ts'
import type { LimitRule } from '../lib/rateLimit.ts'
import { describeMistake, parseSettings, type Mistake, type Settings } from '../lib/settings.ts'
import { formOf, mergeTexts, usualText } from '../settings/inForce.ts'
import { isSecret, lockSettings, readValues, writeSettings, type StoredSettings } from '../settings/rows.ts'
import { actAsAdmin, lineOf, type Request } from './acts.ts'

/** Longer than any address or list of links. */
const MOST_CHARACTERS = 4_000

/** Returns the settings as they are now, also right after another process has stored some. */
export async function getAdminSettings({ liveSettings }: Pick<Deps, 'liveSettings'>): Promise<AdminSettings> {
  await liveSettings.refresh()
  return readAdminSettings({ liveSettings })
}

function readAdminSettings({ liveSettings }: Pick<Deps, 'liveSettings'>): AdminSettings {
  const { environment } = liveSettings.settings
  const { version, values, unreadable } = liveSettings.stored()
  const settings = settingNames.map((name) => {
    const given = environment[name]
    const stored = values.get(name)
    const isUnreadable = given === undefined && unreadable.has(name)
    const isStored = stored !== undefined || isUnreadable
    const source =
      given !== undefined ? ('environment' as const) : isStored ? ('stored' as const) : ('default' as const)
    const mistake = isUnreadable ? undefined : liveSettings.ignored().get(name)
    return {
      name,
      value: isSecret(name) ? null : (given ?? stored ?? usualText(environment, name)),
      source,
      isSecret: isSecret(name),
      isUnreadable,
      problem: mistake ? describeMistake(mistake) : null,
    }
  })
  return { version, settings }
}

/**
 * Stores settings, which are in force in all processes within a second.
 * @throws forbidden in the demo; invalid if the environment sets one; as actAsAdmin; conflict if `version` is an earlier one; BAD_REQUEST with
 * the mistakes of each setting; as checkLastfmKey
 */
export async function saveSettings(
  request: Request,
  { values, version }: z.output<typeof saveSettingsInput>,
): Promise<AdminSettings> {
  const { deps } = request
  await deps.liveSettings.refresh()
  const { environment } = deps.settings
  refuseUnchangeable(deps.settings, values)
  const known = deps.liveSettings.stored()
  const knownChanges = changesOf(values, known)
  refuseMistakes(mistakesAfter(environment, known, knownChanges), Object.keys(values))
  // Before the transaction, which must not wait for Last.fm.
  const key = knownChanges.get('LASTFM_API_KEY')
  if (key) await checkLastfmKey(request, key)
  await actAsAdmin(request, async (tx) => {
    if ((await lockSettings(tx)) !== version) throw conflict('users.changedElsewhere')
    const stored = await readValues(tx, deps.seal)
    const changes = changesOf(values, stored)
    refuseMistakes(mistakesAfter(environment, stored, changes), Object.keys(values))
    if (changes.size === 0) return
    await writeSettings(tx, deps.seal, changes)
    const detail = { settings: [...changes.keys()].join(', ') }
    await deps.audit.write(tx, lineOf(request, 'admin.settings', { detail }))
  })
  await deps.liveSettings.refresh({ isForced: true })
  return readAdminSettings(deps)
}

/**
 * `isStored` is false for values that are only tried.
 * @throws forbidden in the demo; invalid if the environment sets one
 */
export function refuseUnchangeable(
  { environment, PLAK_DEMO }: Settings,
  values: SettingValues,
  { isStored = true } = {},
): void {
  const names = Object.keys(values) as SettingName[]
  if (PLAK_DEMO && names.some((name) => notInDemo.includes(name))) throw forbidden('admin.notInDemo')
  const given = isStored ? names.find((name) => environment[name] !== undefined) : undefined
  if (given) throw invalid('admin.setByEnvironment', given)
}

type Stored = Pick<StoredSettings, 'values' | 'unreadable'>
type Changes = ReadonlyMap<SettingName, string | null>

/** Returns what differs from the stored settings. An empty secret is kept; another empty text means none. */
export function changesOf(values: SettingValues, { values: stored, unreadable }: Stored): Changes {
  const changes = new Map<SettingName, string | null>()
  for (const [name, value] of Object.entries(values) as [SettingName, string | null][]) {
    const text = value?.trim() ?? null
    if (text === '' && isSecret(name)) continue
    if (text) {
      if (stored.get(name) !== text) changes.set(name, text)
    } else if (stored.has(name) || unreadable.has(name)) changes.set(name, null)
  }
  return changes
}

export function withChanges(stored: Stored['values'], changes: Changes): Map<SettingName, string> {
  const next = new Map(stored)
  for (const [name, text] of changes) {
    if (text === null) next.delete(name)
    else next.set(name, text)
  }
  return next
}

/** Returns the mistakes that all settings have after the changes. */
export function mistakesAfter(
  environment: Settings['environment'],
  { values }: Pick<Stored, 'values'>,
  changes: Changes,
): Mistake[] {
  const tooLong = [...changes].filter(([, text]) => text !== null && text.length > MOST_CHARACTERS)
  return [
    ...tooLong.map(([name]) => ({ name, message: `must have at most ${MOST_CHARACTERS} characters` })),
    ...parseSettings(mergeTexts(environment, withChanges(values, changes)), environment).mistakes,
  ]
}

/** Ignores mistakes of forms that are not being saved. @throws BAD_REQUEST with the first mistake of each setting */
export function refuseMistakes(mistakes: readonly Mistake[], savedNames: readonly string[]): void {
  const forms = new Set(savedNames.map(formOf))
  const issues = mistakes
    .filter(({ name }) => forms.has(formOf(name)))
    .map((mistake) => ({
      code: 'custom' as const,
      // A setting that has no field of its own is named at the first one of its form.
      path: [settingNames.find((name) => name === mistake.name) ?? settingForms[formOf(mistake.name)!][0]],
      message: describeMistake(mistake),
      input: undefined,
    }))
  if (issues.length === 0) return
  const cause = new ZodRealError(issues)
  throw new TRPCError({ code: 'BAD_REQUEST', message: issues[0]!.message, cause })
}

/** A key that could not be checked is stored if it is saved again within this time, in seconds. */
const uncheckedKey: LimitRule = { name: 'unchecked-key', points: 1, duration: 15 * 60, isFixed: true }

/** @throws invalid if Last.fm refuses the key, and the first time that it cannot be reached */
async function checkLastfmKey({ deps, viewer }: Request, key: string): Promise<void> {
  const outcome = await checkKey(deps.settings.LASTFM_BASE, key)
  if (outcome === 'refused') throw invalid('admin.keyRefused', 'LASTFM_API_KEY')
  if (outcome === 'accepted') return
  const limit = deps.limit(uncheckedKey)
  const attempt = createHash('sha256').update(`${viewer.id} ${key}`).digest('base64url')
  if ((await limit.waitOf(attempt)) > 0) return
  await limit.take(attempt)
  throw invalid('admin.keyUnchecked', 'LASTFM_API_KEY')
}
