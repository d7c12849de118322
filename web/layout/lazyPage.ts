import { lazy, type ComponentType } from 'react'

const RELOADED = 'plak-reloaded'

/** A page loaded on demand. When its file is gone after a new deployment, the document is loaded anew, once. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => {
    try {
      const page = await load()
      sessionStorage.removeItem(RELOADED)
      return page
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) || !(await isServerThere())) throw error
      sessionStorage.setItem(RELOADED, 'yes')
      location.reload()
      // The document is on its way out; nothing more is to be drawn.
      return new Promise<never>(() => undefined)
    }
  })
}

/** Reloading while the server is away would trade our error page for the browser's. */
async function isServerThere() {
  try {
    return (await fetch(location.href, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
