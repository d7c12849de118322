import { TRPCClientError } from '@trpc/client'
import type { FieldErrors, FieldPath, Resolver } from 'react-hook-form'
import { socialTypes } from '../../shared/links.ts'
import { isUploadedAvatar } from '../../shared/pictures.ts'
import type { Profile, ProfileLink, UpdateProfileInput } from '../../shared/users.ts'

type Social = (typeof socialTypes)[number]

/** Form values of a profile; the server takes the links as one list. */
export type ProfileValues = Record<'nickname' | 'avatar' | 'bio' | Social, string> & {
  custom: { url: string }[]
}

export function valuesOf({ nickname, avatar, bio, links }: Profile): ProfileValues {
  const social = (type: Social) => links.find((link) => link.type === type)?.url ?? ''
  return {
    nickname,
    avatar: isUploadedAvatar(avatar) ? '' : (avatar ?? ''),
    bio: bio ?? '',
    twitter: social('twitter'),
    letterboxd: social('letterboxd'),
    instagram: social('instagram'),
    custom: links.filter(({ type }) => type === 'custom').map(({ url }) => ({ url })),
  }
}

type Field = FieldPath<ProfileValues>

/** Also returns the form field of each link in the request; empty rows are omitted. */
function inputOf({ nickname, avatar, bio, custom, ...social }: ProfileValues) {
  const rows: { field: Field; link: ProfileLink }[] = [
    ...socialTypes.map((type) => ({ field: type, link: { type, url: social[type] } })),
    ...custom.map(({ url }, index) => ({
      field: `custom.${index}.url` as const,
      link: { type: 'custom' as const, url },
    })),
  ].filter(({ link }) => link.url.trim() !== '')
  const input = { nickname, avatar, bio, links: rows.map(({ link }) => link) }
  return { input, fields: rows.map(({ field }) => field) }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Contains only changed fields, with their initial values: another tab or device may have changed the rest. */
export function profileInput(values: ProfileValues, baseProfile: Profile): UpdateProfileInput {
  const [current, initial] = [inputOf(values).input, inputOf(valuesOf(baseProfile)).input]
  const initialFields = {
    avatar: initial.avatar,
    bio: baseProfile.bio ?? '',
    links: baseProfile.links,
  }
  const pick = <Fields extends object>(fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).filter(
        ([name]) => !isSame(current[name as keyof typeof current], initial[name as keyof typeof initial]),
      ),
    )
  return { ...pick(current), before: pick(initialFields) }
}

/** Fields that the user changed keep the typed values. */
export function rebased(
  values: ProfileValues,
  baseProfile: Profile,
  newer: Profile,
): { base: ProfileValues; typed: Partial<ProfileValues> } {
  const initialValues = valuesOf(baseProfile)
  const typed = Object.entries(values).filter(
    ([name, value]) => !isSame(value, initialValues[name as keyof ProfileValues]),
  )
  return { base: valuesOf(newer), typed: Object.fromEntries(typed) }
}

/** 'links.2.url' → 'custom.0.url' */
function fieldOf(path: string, fields: Field[]): Field | null {
  if (path === 'nickname' || path === 'avatar' || path === 'bio') return path
  const [, index] = /^links\.(\d+)/.exec(path) ?? []
  return (index !== undefined && fields[Number(index)]) || null
}

/** Empty if the errors concern none of the fields. */
export function refusedFields(error: unknown, values: ProfileValues): [Field, string][] {
  const data =
    error instanceof TRPCClientError ? (error.data as { fields?: Record<string, string> } | null) : null
  const { fields } = inputOf(values)
  return Object.entries(data?.fields ?? {}).flatMap(([path, message]) => {
    const field = fieldOf(path, fields)
    return field ? [[field, message] as [Field, string]] : []
  })
}

const loadSchema = async () => (await import('../../shared/users.ts')).updateProfileInput

const check: Resolver<ProfileValues> = async (values) => {
  const { input, fields } = inputOf(values)
  const updateProfileInput = await loadSchema()
  const checked = updateProfileInput.safeParse(input)
  const errors: FieldErrors<ProfileValues> = {}
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = fieldOf(path.join('.'), fields)
    const error = { type: 'schema', message }
    const [, row] = /^custom\.(\d+)/.exec(field ?? '') ?? []
    if (row !== undefined) {
      const rows = (errors.custom ??= [])
      rows[Number(row)] ??= { url: error }
    } else if (field) errors[field as Exclude<keyof ProfileValues, 'custom'>] ??= error
  }
  return checked.success ? { values, errors: {} } : { values: {}, errors }
}

/** Validates the form with the shared schema of the request; `load` preloads it (reason: web/lib/checkedBy.ts). */
export const profileResolver = Object.assign(check, { load: () => void loadSchema().catch(() => undefined) })

const PATIENCE = 10_000

/** Resolves to true if the browser can load a picture from `url` within PATIENCE. */
export function pictureLoads(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image()
    const timer = setTimeout(() => resolve(false), PATIENCE)
    const settle = (loads: boolean) => {
      clearTimeout(timer)
      resolve(loads)
    }
    picture.referrerPolicy = 'no-referrer'
    picture.onload = () => settle(true)
    picture.onerror = () => settle(false)
    picture.src = url
  })
}
