import { beginAway } from '../lib/away.ts'
import { isKeptPage } from '../lib/keptPage.ts'
import { keptViewer } from './kept.ts'

/**
 * Starts offline support: detects an unreachable server, and registers the service worker, which caches the product's own
 * files. Awaited before the first drawing.
 */
export async function beginOffline(): Promise<void> {
  beginAway()
  if (import.meta.env.PROD) {
    // The page itself comes first.
    if (document.readyState === 'complete') keepFiles()
    else addEventListener('load', keepFiles)
  }
  // Where the server could not write who is signed in, the device knows who it was.
  if (isKeptPage()) document.getElementById('viewer')!.textContent = JSON.stringify(await keptViewer())
}

function keepFiles() {
  // Without service workers the product works online only.
  navigator.serviceWorker?.register('/worker.js', { updateViaCache: 'none' }).catch(() => undefined)
}
