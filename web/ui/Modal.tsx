import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type KeyboardEvent } from 'react'
import { texts } from '../../shared/texts.ts'
import { IconButton } from './Button.tsx'
import type { DialogProps } from './Dialog.tsx'
import { isComposing } from './keys.ts'

const widths = {
  narrow: 'sm:w-[min(28rem,calc(100vw-3rem))]',
  medium: 'sm:w-[min(34rem,calc(100vw-3rem))]',
  wide: 'sm:w-[min(46rem,calc(100vw-3rem))]',
}

/** Finds the selected radio button at the start of a dialog: Radix would focus the first one, which Tab never reaches. */
function findSelectedRadio(content: HTMLElement): HTMLElement | null {
  const first = content.querySelector('a[href], button, input, select, textarea')
  const group = first?.matches('[type=radio]') ? first.closest('[role=radiogroup]') : null
  return group?.querySelector<HTMLElement>('input:checked') ?? null
}

const SCROLLS = /^(Page(Up|Down)|Home|End|Arrow(Up|Down)| )$/

/** Prevents keys that nothing in the dialog handles from scrolling the page under it, which still has its scroll bar. */
function keepPageStill(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (!SCROLLS.test(key) || !(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest('input, textarea, select, [role=slider]')) return
  if (key === ' ' && target.closest('button, a, summary')) return
  for (
    let element: Element | null = target;
    element && currentTarget.contains(element);
    element = element.parentElement
  )
    if (
      element.scrollHeight > element.clientHeight &&
      /auto|scroll/.test(getComputedStyle(element).overflowY)
    )
      return
  event.preventDefault()
}

export default function Modal(props: DialogProps) {
  const { open, onOpenChange, title, description, width = 'medium', closable = true, children } = props
  const previousFocus = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Same z-index as the dialogs: the overlay of a second dialog dims the first. */}
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-scrim" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          // Radix returns the focus only to its own trigger, which we do not use.
          onOpenAutoFocus={(event) => {
            previousFocus.current = document.activeElement
            const radio = findSelectedRadio(event.currentTarget as HTMLElement)
            if (!radio) return
            event.preventDefault()
            radio.focus()
          }}
          onKeyDown={keepPageStill}
          // Escape first closes suggestions of an input, or of an input method.
          onEscapeKeyDown={(event) => {
            if (isComposing(event) || document.activeElement?.hasAttribute('data-suggests'))
              event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The close handler may have moved the focus already.
            if (document.activeElement !== document.body) return
            // The opener may have been removed by the dialog's action, or with its page.
            const page = document.querySelector('h1[tabindex]') ?? document.getElementById('main')
            const next = previousFocus.current?.isConnected ? previousFocus.current : page
            if (next instanceof HTMLElement) next.focus({ preventScroll: true })
          }}
          className={
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-sheet flex-col overflow-y-auto overscroll-contain ' +
            'rounded-t-panel bg-surface px-5 pb-(--foot) shadow-float [--foot:max(1.25rem,env(safe-area-inset-bottom))] ' +
            // Centred with margins: the animation overwrites `translate`.
            'focus:outline-none sm:inset-0 sm:m-auto sm:h-fit sm:animate-rise sm:rounded-panel sm:px-6 sm:[--foot:1.5rem] ' +
            widths[width]
          }
        >
          {/* Sticky, even if the content is long: it contains the title and the close button. */}
          <div
            className={'sticky top-0 z-2 mb-4 flex items-start justify-between gap-4 bg-surface pt-5 sm:pt-6'}
          >
            <div className="min-w-0">
              <Radix.Title className="heading text-xl wrap-anywhere">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
              )}
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
