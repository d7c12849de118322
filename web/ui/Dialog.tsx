import { Suspense, useState, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { Button } from './Button.tsx'

const Modal = lazyPage(() => import('./Modal.tsx'))

export const prepareDialogs = (): void => void Modal.load().catch(() => undefined)

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** width from 640 px on: 'narrow' for a question or names, 'medium' for one column, 'wide' for two */
  width?: 'narrow' | 'medium' | 'wide'
  /** false hides the close button, for dialogs that have a 'Cancel' */
  closable?: boolean
  children: ReactNode
}

/** A bottom sheet on a phone. End its content with DialogActions. */
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

/** The main button is the last one. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap items-center justify-end gap-3">{children}</div>
}

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  verb: string
  busy?: boolean
  onConfirm: () => void
}

/** 'Cancel' is focused first. */
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
