import { listFields } from '../../shared/lists.ts'
import { texts } from '../../shared/texts.ts'
import { fieldsOf, type EditedList } from './editorState.ts'

/** What is wrong with a list, by the field it is about. */
export type Problems = { name?: string; description?: string; albums?: string }

/** Checks a list as the server will. */
export function problemsOf(list: EditedList): Problems {
  const problems: Problems = {}
  const { error } = listFields.safeParse(fieldsOf(list))
  for (const { path, message } of error?.issues ?? []) problems[path[0] as keyof Problems] ??= message
  if (list.rows.some(({ failure }) => failure !== null)) problems.albums ??= texts.lists.albumsFailed
  return problems
}
