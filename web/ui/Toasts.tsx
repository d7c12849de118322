import toast, { Toaster } from 'react-hot-toast'
import { isFirstClick } from './isFirstClick.ts'
import type { ToastAction } from './toast.ts'

export { toast }

/** Duration of a toast with a button, in milliseconds: enough to read it and reach the button. Hovering pauses the timer. */
const OFFERED = 10_000

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

export default function Toasts() {
  return (
    // A modal dialog hides everything outside it from screen readers, except live regions. 'off' makes this element one without
    // announcing it; the toasts inside have the role status.
    <div aria-live="off">
      <Toaster
        position="top-center"
        // Below the top bar, and clear of the bottom sheet that a dialog is on a phone.
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
