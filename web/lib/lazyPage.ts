import { createElement, lazy, useState, type ComponentType } from 'react'
import type { PageTexts } from '../../shared/texts/pageTexts.ts'
import { goAway, isReachable } from './away.ts'
import { keepInTab, readInTab } from './onDevice.ts'
import { loadTexts } from './pageTexts.ts'

const RELOADED = 'plak-reloaded'
/** Time in which a document that the user leaves is gone, in milliseconds. */
const LEAVING = 30_000

type Page<Props> = { default: ComponentType<Props> }

/**
 * Wraps a page, or another large part, that is loaded on demand; `load` preloads it. Its group of texts is loaded first: modules
 * that wait for it (top-level await) would be evaluated too early in Safari if two pages import them (WebKit bug 242740). If the
 * server is unreachable, it waits until the server responds. If the file no longer exists after a deployment, it reloads the
 * document once.
 */
export function lazyPage<Props extends object = object>(
  load: () => Promise<Page<Props>>,
  group?: keyof PageTexts,
) {
  let loaded: Page<Props> | undefined
  const loadOnce = async () => {
    if (group) await loadTexts(group)
    return (loaded = await load())
  }
  const Coming = lazy(() => surely(loadOnce))
  const LoadedOrComing = (props: Props) => {
    // A loaded component renders immediately, without a placeholder. The choice is made at the first render.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded?.default ?? (Coming as ComponentType<Props>))
    return createElement(Chosen, props)
  }
  return Object.assign(LoadedOrComing, { load: loadOnce })
}

async function surely<Props>(load: () => Promise<Page<Props>>): Promise<Page<Props>> {
  let isLeaving = false
  const leave = () => (isLeaving = true)
  // Only while it loads: browsers do not keep a document with such a listener for the way back. The server has no documents.
  globalThis.addEventListener?.('beforeunload', leave)
  try {
    const page = await load()
    keepInTab(RELOADED, null)
    return page
  } catch (error) {
    if (!(await isReachable())) {
      await goAway()
      return surely(load)
    }
    // Firefox stops the loading of files when the user opens another document; a reload would stop that one.
    if (isLeaving) await new Promise((resolve) => setTimeout(resolve, LEAVING))
    // If the flag cannot be stored, do not reload: the document would reload endlessly.
    if (readInTab(RELOADED) || !keepInTab(RELOADED, 'yes')) throw error
    location.reload()
    // The document is being reloaded; render nothing more.
    return new Promise<never>(() => undefined)
  } finally {
    globalThis.removeEventListener?.('beforeunload', leave)
  }
}
