import type { FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

/** zod is larger than the page, so it is loaded with the first focus of a field, or at the latest with the first validation. */
export function checkedBy<Values extends FieldValues>(schema: () => Promise<ZodType<Values, Values>>) {
  const load = async () => {
    const [{ zodResolver }, loaded] = await Promise.all([import('@hookform/resolvers/zod'), schema()])
    return zodResolver(loaded)
  }
  const resolver: Resolver<Values> = async (...check) => (await load())(...check)
  return Object.assign(resolver, { load: () => void load().catch(() => undefined) })
}
