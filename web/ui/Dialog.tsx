import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button, IconButton } from './Button.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** the heading and the accessible name */
  title: string
  description?: string
  /** false leaves out the cross, for dialogs that have a 'Cancel' */
  closable?: boolean
  children: ReactNode
}

/** A modal dialog; on a phone it comes up as a sheet. End its content with DialogActions. */
export function Dialog({ open, onOpenChange, title, description, closable = true, children }: DialogProps) {
  const before = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* As high as the dialogs: a second one dims the first. */}
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          // Radix gives focus back to a trigger of its own, which we have none of.
          onOpenAutoFocus={() => (before.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What it was opened from may be gone with what was done in it, or the page with it.
            const page = document.querySelector('h1[tabindex]') ?? document.getElementById('main')
            const next = before.current?.isConnected ? before.current : page
            if (next instanceof HTMLElement) next.focus({ preventScroll: true })
          }}
          className={
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-sheet flex-col overflow-y-auto ' +
            'rounded-t-panel bg-surface px-5 pt-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float ' +
            'focus:outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 ' +
            'sm:w-[min(34rem,calc(100vw-3rem))] sm:-translate-1/2 sm:animate-rise sm:rounded-panel sm:p-6'
          }
        >
          {/* Stays, however long the content is: it says what this is and how one leaves it. */}
          <div
            className={
              'sticky top-0 z-2 -mt-5 mb-4 flex items-start justify-between gap-4 bg-surface pt-5 sm:-mt-6 sm:pt-6'
            }
          >
            <div>
              <Radix.Title className="heading text-xl">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            {closable && (
              <Radix.Close asChild>
                <IconButton label={texts.ui.close} size="sm" className="-mt-1 -mr-2">
                  <X size={20} aria-hidden="true" />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
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
export function ConfirmDialog({ open, onOpenChange, title, text, verb, busy, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={text} closable={false}>
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{texts.cancel}</Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
