import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import { themes, type Theme } from '../../shared/preferences.ts'

/** What the server writes into the document and renders the page with. */
export type Facts = {
  viewer: Viewer | null
  theme: Theme
  /** stand-ins take the place of the real services */
  isDemo: boolean
  /** addresses elsewhere that the operator has set */
  links: string[]
  /** when the server wrote it, in milliseconds */
  at: number
}

/** The facts of this document. */
export const readFacts = (at: number): Facts => ({
  viewer: JSON.parse(document.getElementById('viewer')?.textContent || 'null') as Viewer | null,
  theme: themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system',
  links: document.querySelector<HTMLMetaElement>('meta[name="plak-links"]')?.content.split(' ') ?? [],
  isDemo: document.querySelector('meta[name="plak-demo"]') !== null,
  at,
})

const FactsContext = createContext<Facts | null>(null)
export const FactsProvider = FactsContext

/** What the document says, as it was when it came. */
export function useFacts(): Facts {
  const facts = use(FactsContext)
  if (!facts) throw new Error('useFacts stands outside of FactsProvider')
  return facts
}

const never = () => () => undefined

/**
 * Whether this is the server's render or the browser's hydration: both must come
 * to the same.
 */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )

type InBrowserProps = { fallback?: ReactNode; children: ReactNode }

/** Content that the server does not render: lazily loaded parts, which would not respond until their code is loaded. */
export const InBrowser = ({ fallback, children }: InBrowserProps) => (useIsHydrating() ? fallback : children)
