import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import type { Facts } from '../../shared/facts.ts'
import { themes } from '../../shared/preferences.ts'

export const readFacts = (at: number): Facts => ({
  viewer: JSON.parse(document.getElementById('viewer')?.textContent || 'null') as Viewer | null,
  theme: themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system',
  links: document.querySelector<HTMLMetaElement>('meta[name="plak-links"]')?.content.split(' ') ?? [],
  isDemo: document.querySelector('meta[name="plak-demo"]') !== null,
  isMusicBrainz: document.querySelector('meta[name="plak-musicbrainz"]') !== null,
  at,
})

const FactsContext = createContext<Facts | null>(null)
export const FactsProvider = FactsContext

export function useFacts(): Facts {
  const facts = use(FactsContext)
  if (!facts) throw new Error('useFacts stands outside of FactsProvider')
  return facts
}

const subscribe = () => () => undefined

/** True during server rendering and hydration: both must produce the same output. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  )

type InBrowserProps = { fallback?: ReactNode; children: ReactNode }

/** Content that the server does not render: lazily loaded parts, which would not respond until their code is loaded. */
export const InBrowser = ({ fallback, children }: InBrowserProps) => (useIsHydrating() ? fallback : children)
