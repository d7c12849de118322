import toast, { Toaster } from 'react-hot-toast'
import { isFirstClick } from './isFirstClick.ts'
import type { ToastAction } from './toast.ts'

export { toast }

/** Long enough to be read, and for the way to the button; pointing at it stops the time. */
const OFFERED = 10_000

/** Says something with a button that does something about it, once. */
export function offerAction(text: string, id: string, action: ToastAction) {
  const run = () => {
    toast.dismiss(id)
    action.run()
  }
  const words = (
    <span className="flex items-center gap-4">
      {text}
      <button
        type="button"
        onClick={(click) => isFirstClick(click) && run()}
        className="tap -my-1 shrink-0 rounded-sleeve py-1 font-bold underline underline-offset-4"
      >
        {action.text}
      </button>
    </span>
  )
  toast(words, { id, duration: OFFERED })
}

/** What Toaster (toast.ts) loads as soon as the page stands. */
export default function Toasts() {
  return (
    // A modal dialog hides everything outside it from screen readers, except what is a live region: 'off' makes
    // this one without being read itself; the toasts within are role status.
    <div aria-live="off">
      <Toaster
        position="top-center"
        // Under the top bar, and clear of the sheet that a dialog is on a phone.
        containerStyle={{ zIndex: 9999, top: 76 }}
        toastOptions={{
          duration: 4000,
          style: {
            maxWidth: 350,
            background: 'var(--color-ink)',
            color: 'var(--color-page)',
            borderRadius: 'var(--radius-control)',
            boxShadow: 'var(--shadow-float)',
            fontWeight: 550,
          },
          iconTheme: { primary: 'var(--color-accent)', secondary: 'var(--color-on-accent)' },
          success: { duration: 2000 },
          error: {
            duration: 4000,
            iconTheme: { primary: 'var(--color-danger-fill)', secondary: 'var(--color-on-danger)' },
          },
          loading: { duration: Infinity },
        }}
      />
    </div>
  )
}
