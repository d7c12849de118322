import { useSyncExternalStore } from 'react'
import { grounds, themes, type Theme } from '../../shared/preferences.ts'
import { useFacts } from '../lib/facts.tsx'
import { openChannel } from '../lib/tabs.ts'
import { keepPreference } from './cookie.ts'

let channel: BroadcastChannel | null = null
const listeners = new Set<() => void>()

/** Returns the current theme; the server writes it into the `html` element, so that nothing flashes. */
const themeNow = (): Theme =>
  themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system'

/** Sets the colour of the browser's bars, which styles cannot do. */
function colourBars(theme: Theme) {
  const tag = (scheme: keyof typeof grounds, media: string) =>
    Object.assign(document.createElement('meta'), { name: 'theme-color', content: grounds[scheme], media })
  const tags =
    theme === 'system'
      ? (['light', 'dark'] as const).map((scheme) => tag(scheme, `(prefers-color-scheme: ${scheme})`))
      : [tag(theme, 'all')]
  document.querySelectorAll('meta[name="theme-color"]').forEach((meta) => meta.remove())
  document.head.append(...tags)
}

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme
  colourBars(theme)
  listeners.forEach((listener) => listener())
}

export function chooseTheme(theme: Theme) {
  keepPreference('theme', theme)
  show(theme)
  channel?.postMessage(theme)
}

export function beginTheme() {
  channel = openChannel('plak-theme')
  if (channel) channel.onmessage = ({ data }: MessageEvent<Theme>) => show(data)
}

function onTheme(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): Theme {
  const { theme } = useFacts()
  return useSyncExternalStore(onTheme, themeNow, () => theme)
}
