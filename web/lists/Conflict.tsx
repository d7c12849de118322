import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { editedList } from './editorState.ts'
import type { SavedList } from './useListEditor.ts'

type ConflictProps = {
  id: number
  /** there is something of one's own that would be lost */
  isChanged: boolean
  onNewer: (saved: SavedList) => void
  /** one's own replaces this version */
  onMine: (version: number) => void
}

/** Says that the list was changed elsewhere, and lets the person choose which of the two stays. */
export function Conflict({ id, isChanged, onNewer, onMine }: ConflictProps) {
  const { client } = trpc.useUtils()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const read = async () => {
    setBusy(true)
    try {
      return await client.lists.draft.query({ id })
    } catch (error) {
      toast.error(refusalText(error, texts.lists.updateFailed))
      return null
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const loadNewer = async () => {
    const newer = await read()
    if (newer) onNewer({ version: newer.version, list: editedList(newer) })
  }
  const saveMine = async () => {
    const newer = await read()
    if (newer) onMine(newer.version)
  }

  return (
    <div role="alert" className="mb-8 rounded-control border-l-3 border-danger bg-sunken px-4 py-3.5">
      <p className="max-w-reading font-medium">{texts.lists.changed}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" busy={isBusy} onClick={() => (isChanged ? setAsking(true) : void loadNewer())}>
          {texts.lists.loadNewer}
        </Button>
        <Button size="sm" busy={isBusy} onClick={() => void saveMine()}>
          {texts.lists.saveMine}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.lists.loadNewerTitle}
        text={texts.lists.discards}
        verb={texts.discardChanges}
        busy={isBusy}
        onConfirm={() => void loadNewer()}
      />
    </div>
  )
}
