import { trpc } from '../lib/trpc.ts'
import { fieldsOf, type EditedList } from './editorState.ts'
import type { Draft } from './listDraft.ts'
import { useForgetLists } from './useForgetLists.ts'

/** A draft to be saved; `base` is the server's state of its version, if known. */
export type ReadyDraft = Draft & { base: EditedList | null }

/** @throws the server's error */
export function useSaveList(id: number | null): (draft: ReadyDraft) => Promise<number> {
  const { client } = trpc.useUtils()
  const forget = useForgetLists()

  const create = async ({ submission, sent: wasSent, list }: Draft) => {
    const fields = fieldsOf(list)
    const created = await client.lists.create.mutate({ ...fields, submission })
    if (wasSent) {
      // The response to an earlier attempt was lost. That attempt may have created the list with the text at that time.
      const { version } = await client.lists.draft.query({ id: created.id })
      await client.lists.save.mutate({ ...fields, id: created.id, version })
    }
    return created.id
  }
  return async (draft) => {
    const { version, list, base } = draft
    if (id !== null) await client.lists.save.mutate({ ...fieldsOf(list, base), id, version })
    const listId = id ?? (await create(draft))
    forget(listId)
    return listId
  }
}
