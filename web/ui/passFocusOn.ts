/** A ref for an element that may be removed while it has the focus: the focus moves to the heading of its section. */
export function passFocusOn(element: HTMLElement | null) {
  return () => {
    if (!element?.contains(document.activeElement)) return
    const heading = element.closest('section')?.querySelector<HTMLElement>('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }
}
