import { listFields, listNote } from '../../shared/lists.ts'
import { texts } from '../../shared/texts.ts'
import { fieldsOf, type EditedList } from './editorState.ts'

/** What is wrong with a list, by the field it is about; of the notes by the keys of their rows. */
export type Problems = {
  name?: string
  description?: string
  albums?: string
  notes?: ReadonlyMap<string, string>
}

/** Checks a list as the server will. */
export function problemsOf(list: EditedList): Problems {
  const notes = new Map(
    list.rows.flatMap(({ key, note }) => {
      const { error } = listNote.safeParse(note)
      return error ? [[key, error.issues[0]!.message] as const] : []
    }),
  )
  const problems: Problems = notes.size > 0 ? { notes } : {}
  const { error } = listFields.safeParse(fieldsOf(list))
  for (const { path, message } of error?.issues ?? []) {
    // Of an album only its note can be wrong.
    const [field] = path
    const isField = path.length === 1 && (field === 'name' || field === 'description' || field === 'albums')
    if (isField) problems[field] ??= message
  }
  if (list.rows.some(({ failure }) => failure !== null)) problems.albums ??= texts.lists.albumsFailed
  return problems
}
