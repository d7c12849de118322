import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { ConfirmDialog } from './Dialog.tsx'

type ConflictProps<Newer> = {
  text: string
  /** true if the user has unsaved changes that would be lost */
  isChanged: boolean
  /** fetches the saved version; null if that failed, which was already reported */
  read: () => Promise<Newer | null>
  onNewer: (newer: Newer) => void
  /** replaces the saved version with the user's */
  onMine: (newer: Newer) => void
  className?: string
}

export function Conflict<Newer>(props: ConflictProps<Newer>) {
  const { text, isChanged, read, onNewer, onMine, className } = props
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const readThen = async (go: (newer: Newer) => void) => {
    setBusy(true)
    const newer = await read()
    setBusy(false)
    setAsking(false)
    if (newer !== null) go(newer)
  }
  return (
    <div
      role="alert"
      className={classes('rounded-control border-l-3 border-danger bg-sunken px-4 py-3.5', className)}
    >
      <p className="max-w-reading font-medium">{text}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          busy={isBusy}
          onClick={() => (isChanged ? setAsking(true) : void readThen(onNewer))}
        >
          {texts.lists.loadNewer}
        </Button>
        <Button size="sm" busy={isBusy} onClick={() => void readThen(onMine)}>
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
        onConfirm={() => void readThen(onNewer)}
      />
    </div>
  )
}
