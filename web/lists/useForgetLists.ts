import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from '../lib/trpc.ts'

/** Removes the cached data of a list: otherwise a page would briefly show the previous state. */
export function useForgetLists(): (id: number) => void {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  return (id) => {
    queryClient.removeQueries({ queryKey: getQueryKey(trpc.lists.get, { id }), type: 'inactive' })
    queryClient.removeQueries({ queryKey: getQueryKey(trpc.lists.albums, { id }), type: 'inactive' })
    void utils.lists.random.invalidate()
    void utils.lists.search.invalidate()
    void utils.lists.of.invalidate()
    void utils.users.profile.invalidate()
  }
}
