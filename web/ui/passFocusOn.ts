/** A ref for a thing that may be taken away with the focus in it: the focus goes to the heading of its section. */
export function passFocusOn(element: HTMLElement | null) {
  return () => {
    if (!element?.contains(document.activeElement)) return
    const heading = element.closest('section')?.querySelector<HTMLElement>('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }
}
