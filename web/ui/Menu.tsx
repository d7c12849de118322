import { DropdownMenu } from 'radix-ui'
import { createContext, use, useRef, type ReactElement, type ReactNode } from 'react'
import { Link } from 'wouter'

/** Runs the chosen action after the menu has closed. */
const WhenClosed = createContext<(action: () => void) => void>((action) => action())

/** `trigger` is one button element. The content is MenuItem, MenuNote and MenuLine. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const chosenAction = useRef<(() => void) | null>(null)
  // The focus returns to the trigger first, so that a dialog opened by the action can return it there, too.
  const whenClosed = (action: () => void) => {
    chosenAction.current = action
  }
  const act = () => {
    const action = chosenAction.current
    chosenAction.current = null
    if (action) queueMicrotask(action)
  }
  return (
    // Not modal: that would lock the scrolling of the page and shift it by the width of the scroll bar.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={act}
          className={
            'z-40 min-w-52 animate-rise rounded-panel bg-surface p-1.5 shadow-float ' +
            // Slides out of its trigger, on the side that has room.
            'data-[side=bottom]:[--rise-from:-8px]'
          }
        >
          <WhenClosed value={whenClosed}>{children}</WhenClosed>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const item =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start font-medium -outline-offset-2 select-none ' +
  'data-highlighted:bg-sunken data-disabled:opacity-50'

type MenuItemProps = { icon?: ReactNode; children: ReactNode } & (
  | { href: string; onSelect?: never }
  | { onSelect: () => void; href?: never }
)

export function MenuItem({ icon, href, onSelect, children }: MenuItemProps) {
  const whenClosed = use(WhenClosed)
  const content = (
    <>
      {icon && <span className="text-muted">{icon}</span>}
      {children}
    </>
  )
  if (href === undefined) {
    return (
      <DropdownMenu.Item className={item} onSelect={() => whenClosed(onSelect)}>
        {content}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item asChild>
      <Link href={href} className={item}>
        {content}
      </Link>
    </DropdownMenu.Item>
  )
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2 text-sm text-muted">{children}</DropdownMenu.Label>
}

export function MenuLine() {
  return <DropdownMenu.Separator className="mx-3 my-1.5 h-px bg-line" />
}
