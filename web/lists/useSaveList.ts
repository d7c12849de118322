import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from '../lib/trpc.ts'
import { fieldsOf } from './editorState.ts'
import type { Draft } from './listDraft.ts'

/** Forgets what was read of a list: a page would else show for a moment what it was. */
export function useForgetLists(): (id: number) => void {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  return (id) => {
    queryClient.removeQueries({ queryKey: getQueryKey(trpc.lists.get, { id }), type: 'inactive' })
    queryClient.removeQueries({ queryKey: getQueryKey(trpc.lists.albums, { id }), type: 'inactive' })
    void utils.lists.random.invalidate()
    void utils.lists.search.invalidate()
  }
}

/** Saves a draft: as a new list where `id` is null. Gives the number of the list; throws what the server says. */
export function useSaveList(id: number | null): (draft: Draft) => Promise<number> {
  const { client } = trpc.useUtils()
  const forget = useForgetLists()

  const create = async ({ submission, sent, list }: Draft) => {
    const fields = fieldsOf(list)
    const made = await client.lists.create.mutate({ ...fields, submission })
    if (sent) {
      // The answer to an earlier try was lost. That try may have made the list, of what was written then.
      const { version } = await client.lists.draft.query({ id: made.id })
      await client.lists.save.mutate({ ...fields, id: made.id, version })
    }
    return made.id
  }
  return async (draft) => {
    if (id !== null) await client.lists.save.mutate({ ...fieldsOf(draft.list), id, version: draft.version })
    const saved = id ?? (await create(draft))
    forget(saved)
    return saved
  }
}
