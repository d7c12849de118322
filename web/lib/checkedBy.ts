import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

/**
 * Checks a form with a shared schema. zod weighs more than the page, so it is loaded with `resolver.load`, which a
 * form calls when its first field gets the focus, or at the latest with the first check.
 */
export function checkedBy<Values extends FieldValues>(schema: () => Promise<ZodType<Values, Values>>) {
  const load = async () => {
    const [{ zodResolver }, loaded] = await Promise.all([import('@hookform/resolvers/zod'), schema()])
    return zodResolver(loaded)
  }
  const resolver: Resolver<Values> = async (...check) => (await load())(...check)
  return Object.assign(resolver, { load: () => void load().catch(() => undefined) })
}
