import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { ConfirmDialog } from './Dialog.tsx'

type ConflictProps<Newer> = {
  /** what has changed elsewhere, in words */
  text: string
  /** there is something of one's own that would be lost */
  isChanged: boolean
  /** what is saved by now; null if it could not be read, which an error has already reported */
  read: () => Promise<Newer | null>
  onNewer: (newer: Newer) => void
  /** one's own replaces what is saved by now */
  onMine: (newer: Newer) => void
  className?: string
}

/** Says that what one edits was changed elsewhere, and lets the person choose which of the two stays. */
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
