/**
 * Gives what is pressed the focus, as all other browsers do: where a dialog or a menu gives it back to,
 * and where the Tab key goes on from, must not depend on the browser. Once.
 */
export function beginPressFocus() {
  addEventListener(
    'click',
    ({ target }) => {
      const pressed = (target as Element).closest<HTMLElement>('button, [type=checkbox], [type=radio]')
      const { activeElement } = document
      // Not from a box that keeps the focus while one presses what it suggests: only from what is around.
      if (pressed && activeElement !== pressed && activeElement?.contains(pressed))
        pressed.focus({ preventScroll: true, focusVisible: false })
    },
    { capture: true },
  )
}
