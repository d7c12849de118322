/** Focuses a clicked control, as all other browsers do: dialogs return the focus to it, and Tab continues from it. */
export function beginPressFocus() {
  addEventListener(
    'click',
    ({ target }) => {
      const control = (target as Element).closest<HTMLElement>('button, [type=checkbox], [type=radio]')
      const { activeElement } = document
      // Take the focus only from an ancestor of the control, not from an input that keeps it while a suggestion is clicked.
      if (control && activeElement !== control && activeElement?.contains(control))
        control.focus({ preventScroll: true, focusVisible: false })
    },
    { capture: true },
  )
}
