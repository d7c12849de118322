/** The state of a visible element. */
export type Seen = {
  name: string
  text: string
  value: string
  attributes: Record<string, string>
  hasFocus: boolean
  box: { x: number; y: number; width: number; height: number }
  /** True if it is in view, and nothing covers its centre. */
  canBePressed: boolean
}

export type Query = {
  role: string
  name: string | null
  isPattern: boolean
  within: string | null
  isFocused?: boolean
}

/**
 * Runs in the page: finds the visible elements of a role with an accessible name. `within` restricts the search to the last
 * element of another role; the role `focus` is the focused element. Scrolls the first one into view if it could not be pressed
 * otherwise, and focuses it with `isFocused`.
 */
export function look({ role, name, isPattern, within, isFocused = false }: Query): Seen[] {
  const selectors: Record<string, string> = {
    article: 'article',
    button: 'button, [role=button]',
    combobox: '[role=combobox]',
    dialog: 'dialog, [role=dialog]',
    focus: '*',
    heading: 'h1, h2, h3',
    image: 'img',
    link: 'a[href]',
    listitem: 'li',
    radio: 'input[type=radio], [role=radio]',
    textbox:
      'textarea, input:not([type]), input[type=text], input[type=email], input[type=password], input[type=search]',
  }
  const selector = (of: string) => selectors[of] ?? `[role=${of}]`

  const nameOf = (element: Element) => {
    const labels = (element as HTMLInputElement).labels ?? []
    const labelledBy = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const pictures = [...element.querySelectorAll('img[alt]')].map((each) => each.getAttribute('alt'))
    const names = [
      labelledBy.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
      element.getAttribute('aria-label'),
      [...labels].map(({ textContent }) => textContent).join(' '),
      element.getAttribute('alt'),
      element.textContent,
      pictures.join(' '),
    ]
    return names.map((each) => each?.replace(/\s+/g, ' ').trim()).find(Boolean) ?? ''
  }

  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility !== 'hidden' &&
    !element.closest('[aria-hidden=true], [inert]')

  const isNamed = (element: Element) => {
    if (name === null) return true
    return isPattern ? new RegExp(name).test(nameOf(element)) : nameOf(element) === name
  }

  const middleOf = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x + width / 2, y + height / 2] as const
  }

  const canBePressed = (element: Element) => {
    const top = document.elementFromPoint(...middleOf(element))
    return top !== null && (element.contains(top) || top.contains(element))
  }

  const find = (root: ParentNode, of: string) =>
    [...root.querySelectorAll(selector(of))].filter(
      (element) => isVisible(element) && (of !== 'focus' || element === document.activeElement),
    )
  const root = within === null ? document : find(document, within).at(-1)
  const found = root ? find(root, role).filter(isNamed) : []
  const [first] = found
  if (first && role !== 'focus' && !canBePressed(first))
    first.scrollIntoView({ block: 'center', behavior: 'instant' })
  if (isFocused) (first as HTMLElement | undefined)?.focus()
  return found.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return {
      name: nameOf(element),
      text: (element as HTMLElement).innerText ?? '',
      value: (element as HTMLInputElement).value ?? '',
      attributes: Object.fromEntries([...element.attributes].map((each) => [each.name, each.value])),
      hasFocus: element === document.activeElement,
      box: { x, y, width, height },
      canBePressed: canBePressed(element),
    }
  })
}
