import { createElement, lazy, useState, type ComponentType } from 'react'
import { goAway, isReachable } from './away.ts'
import { keepInTab, readInTab } from './onDevice.ts'

const RELOADED = 'plak-reloaded'

type Page<Props> = { default: ComponentType<Props> }

/**
 * A page, or another large part, loaded on demand; `load` has it beforehand. Where the server is out of reach it waits for
 * its return. When its file is gone after a new deployment, the document is reloaded, once.
 */
export function lazyPage<Props extends object = object>(load: () => Promise<Page<Props>>) {
  let loaded: Page<Props> | undefined
  const loadOnce = async () => (loaded = await load())
  const Coming = lazy(() => surely(loadOnce))
  const LoadedOrComing = (props: Props) => {
    // A loaded component is rendered at once, without a placeholder; the choice is made at the first render.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded?.default ?? (Coming as ComponentType<Props>))
    return createElement(Chosen, props)
  }
  return Object.assign(LoadedOrComing, { load: loadOnce })
}

async function surely<Props>(load: () => Promise<Page<Props>>): Promise<Page<Props>> {
  try {
    const page = await load()
    keepInTab(RELOADED, null)
    return page
  } catch (error) {
    if (!(await isReachable())) {
      await goAway()
      return surely(load)
    }
    // Without a note of it, it would be reloaded again and again.
    if (readInTab(RELOADED) || !keepInTab(RELOADED, 'yes')) throw error
    location.reload()
    // The document is being reloaded; render nothing more.
    return new Promise<never>(() => undefined)
  }
}
