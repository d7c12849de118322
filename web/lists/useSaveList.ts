import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from '../lib/trpc.ts'
import { fieldsOf, type EditedList } from './editorState.ts'
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
    void utils.lists.of.invalidate()
    void utils.users.profile.invalidate()
  }
}

/** A draft that is to be saved; `base` is what the server has of its version, where that is known. */
export type ReadyDraft = Draft & { base: EditedList | null }

/** Saves a draft: as a new list where `id` is null. Gives the number of the list; throws what the server says. */
export function useSaveList(id: number | null): (draft: ReadyDraft) => Promise<number> {
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
    const { version, list, base } = draft
    if (id !== null) await client.lists.save.mutate({ ...fieldsOf(list, base), id, version })
    const saved = id ?? (await create(draft))
    forget(saved)
    return saved
  }
}
