import { ChevronRight } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { showInRow, useFades } from './useFades.ts'

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  // Radix reports a click twice, on mouse down and on focus, but it must add only one history entry.
  const requestedTab = useRef<Value | null>(null)
  const row = useRef<HTMLDivElement>(null)
  useFades(row)
  useEffect(() => {
    requestedTab.current = null
    // On a phone the selected tab may be outside the row.
    const tab = row.current?.querySelector<HTMLElement>('[data-state=active]')
    if (row.current && tab) showInRow(row.current, tab)
  }, [value])
  const change = (next: Value) => {
    if (next === requestedTab.current) return
    requestedTab.current = next
    onChange(next)
  }
  return (
    <Radix.Root value={value} onValueChange={(next) => change(next as Value)}>
      <div className="relative border-b border-line">
        <Radix.List
          ref={row}
          aria-label={label}
          // Radix focuses a clicked tab by script, for which browsers show the keyboard focus ring.
          onPointerDown={({ currentTarget }) => currentTarget.setAttribute('data-pressed', '')}
          onKeyDown={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
          onBlur={forgetPress}
          className={
            'group/tabs peer -mx-4 -mb-px flex fading overflow-x-auto px-1 [scrollbar-width:none] sm:-mx-3 sm:px-0'
          }
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={
                'relative flex min-h-11 shrink-0 items-center gap-2 rounded-control px-3 font-semibold text-muted ' +
                'transition-colors duration-150 -outline-offset-5 hover:text-ink data-[state=active]:text-ink ' +
                'group-data-pressed/tabs:outline-none before:absolute before:inset-x-3 before:bottom-0 before:h-0.5 ' +
                'before:transition-colors before:duration-150 data-[state=active]:before:bg-accent'
              }
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="text-sm font-normal text-muted">
                  {tab.count.toLocaleString(texts.numbers)}
                </span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {/* If the row ends between two words, the fade is invisible. */}
        <ChevronRight
          size={18}
          aria-hidden="true"
          className={
            'pointer-events-none absolute top-3.25 -right-3 text-muted opacity-0 transition-opacity duration-150 ' +
            'peer-data-goes-on:opacity-100'
          }
        />
      </div>
      <Radix.Content value={value} className="pt-6 focus-visible:outline-offset-8">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

/** Keeps the click mark until the focus leaves the row: the next focus can come from the keyboard. */
function forgetPress({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('data-pressed')
}
