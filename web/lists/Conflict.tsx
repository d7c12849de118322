import { texts } from '../../shared/texts.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { Conflict as ConflictNotice } from '../ui/Conflict.tsx'
import { toast } from '../ui/toast.ts'
import { editedList } from './editorState.ts'
import type { SavedList } from './useListDraft.ts'

type ConflictProps = {
  id: number
  isChanged: boolean
  onNewer: (saved: SavedList) => void
  onMine: (version: number) => void
}

export function Conflict({ id, isChanged, onNewer, onMine }: ConflictProps) {
  const { client } = trpc.useUtils()
  const read = async () => {
    try {
      return await client.lists.draft.query({ id })
    } catch (error) {
      toast.error(refusalText(error, texts.lists.updateFailed))
      return null
    }
  }
  return (
    <ConflictNotice
      text={texts.lists.changed}
      isChanged={isChanged}
      read={read}
      onNewer={(newer) => onNewer({ version: newer.version, list: editedList(newer) })}
      onMine={({ version }) => onMine(version)}
      className="mb-8"
    />
  )
}
