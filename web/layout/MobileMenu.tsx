import { Menu as MenuIcon, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { texts } from '../../shared/texts.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { mobileLine } from './mobileLine.ts'
import { NavLinks } from './NavLinks.tsx'

const MobileAccount = lazyPage(() => import('./MobileAccount.tsx'))

export function MobileMenu() {
  // The open state belongs to one history entry: any navigation closes the menu.
  const place = useHistoryState<{ key?: string } | null>()?.key ?? ''
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === place
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpenAt(null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [isOpen])

  const Icon = isOpen ? X : MenuIcon
  return (
    <div ref={root} className="md:hidden">
      <button
        ref={button}
        type="button"
        aria-label={texts.layout.menu}
        aria-expanded={isOpen}
        onPointerDown={() => void MobileAccount.load()}
        onClick={() => setOpenAt(isOpen ? null : place)}
        className="-mr-2 flex size-11 items-center justify-center rounded-full hover:bg-sunken"
      >
        <Icon aria-hidden="true" />
      </button>
      {isOpen && (
        <div
          className={
            'absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-appear overflow-y-auto bg-page px-4 pb-6 ' +
            'shadow-float'
          }
        >
          <nav aria-label={texts.layout.main} className="flex flex-col text-muted">
            <NavLinks className={mobileLine} />
          </nav>
          <div className="mt-3 flex flex-col border-t border-line pt-3">
            <Suspense>
              <MobileAccount />
            </Suspense>
          </div>
        </div>
      )}
    </div>
  )
}
