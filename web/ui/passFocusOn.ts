/** Ref for an element that can be removed while it has the focus: moves the focus to the heading of its section. */
export function passFocusOn(element: HTMLElement | null) {
  return () => {
    if (!element?.contains(document.activeElement)) return
    const heading = element.closest('section')?.querySelector<HTMLElement>('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }
}
