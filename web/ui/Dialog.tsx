import { Suspense, useState, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { Button } from './Button.tsx'

/** The code of dialogs is loaded later than the page. */
const Modal = lazyPage(() => import('./Modal.tsx'))

/** Preloads it before a dialog is opened. */
export const prepareDialogs = (): void => void Modal.load().catch(() => undefined)

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** the heading and the accessible name */
  title: string
  description?: string
  /** from 640 px on, by what it holds: a question or names, one column, two columns */
  width?: 'narrow' | 'medium' | 'wide'
  /** false leaves out the cross, for dialogs that have a 'Cancel' */
  closable?: boolean
  children: ReactNode
}

/** A modal dialog; on a phone it comes up as a sheet. End its content with DialogActions. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.open)
  if (props.open && !wasOpened) setOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <Modal {...props} />
      </Suspense>
    )
  )
}

/** The row of buttons at a dialog's end, the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap items-center justify-end gap-3">{children}</div>
}

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  /** the name of the button that does it, such as 'Delete' */
  verb: string
  busy?: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be undone: 'Cancel' (focused first) and the verb. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  verb,
  busy,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      width="narrow"
      closable={false}
    >
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{texts.cancel}</Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
