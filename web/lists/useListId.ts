import { rowIdIn } from '../../shared/paths.ts'
import { usePathSegments } from '../lib/navigation.ts'

/** The number of the list that the address '/list/{id}…' names; null when it names none. */
export function useListId(): number | null {
  const [, segment = ''] = usePathSegments()
  return rowIdIn(segment)
}
