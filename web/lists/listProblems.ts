import { listFields, listNote } from '../../shared/lists.ts'
import { texts } from '../../shared/texts.ts'
import { fieldsOf, type EditedList } from './editorState.ts'

/** Validation errors of a list by field; those of the notes by row key. */
export type Problems = {
  name?: string
  description?: string
  albums?: string
  notes?: ReadonlyMap<string, string>
}

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
    // Errors below an album concern its note, which is already checked above.
    const [field] = path
    const isField = path.length === 1 && (field === 'name' || field === 'description' || field === 'albums')
    if (isField) problems[field] ??= message
  }
  if (list.rows.some(({ failure }) => failure !== null)) problems.albums ??= texts.lists.albumsFailed
  return problems
}
