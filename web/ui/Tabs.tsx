import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { useFades } from './useFades.ts'

type TabsProps<Value extends string> = {
  /** the accessible name of the row of tabs */
  label: string
  tabs: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
  /** the content of the chosen tab */
  children: ReactNode
}

/** A row of tabs over one panel; the page keeps `value` (in the URL). */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  // A press is told twice, by the mouse and by the focus: it must be one entry of the history.
  const asked = useRef<Value | null>(null)
  const row = useRef<HTMLDivElement>(null)
  useFades(row)
  useEffect(() => {
    asked.current = null
    // On a phone the chosen one may stand outside; the page itself is not to be scrolled.
    const tab = row.current?.querySelector<HTMLElement>('[data-state=active]')
    if (!row.current || !tab) return
    const { left, right } = row.current.getBoundingClientRect()
    const place = tab.getBoundingClientRect()
    row.current.scrollLeft += Math.min(place.left - left - 16, 0) + Math.max(place.right - right + 16, 0)
  }, [value])
  const change = (next: Value) => {
    if (next === asked.current) return
    asked.current = next
    onChange(next)
  }
  return (
    <Radix.Root value={value} onValueChange={(next) => change(next as Value)}>
      <Radix.List
        ref={row}
        aria-label={label}
        className={
          '-mx-4 flex fading gap-6 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0'
        }
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={
              'tap -mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent font-semibold ' +
              'text-muted transition-colors duration-150 -outline-offset-2 hover:text-ink ' +
              'data-[state=active]:border-accent data-[state=active]:text-ink'
            }
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-sm font-normal text-muted">{tab.count.toLocaleString(texts.numbers)}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className="pt-6 focus-visible:outline-offset-8">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
