import { z } from 'zod'
import { settingNames, type SettingName, type SettingValues } from './settingNames.ts'

const values: z.ZodType<SettingValues, SettingValues> = z.partialRecord(
  z.enum(settingNames as [SettingName, ...SettingName[]]),
  z.string().nullable(),
)
export const saveSettingsInput = z.object({ values, version: z.number().int().nonnegative() })
/** Values that are not stored yet; by default those in force. */
export const testMailInput = z.object({ values: values.default({}) }).default({ values: {} })
