import { beginAway } from '../lib/away.ts'
import { isKeptPage } from '../lib/keptPage.ts'
import { keptViewer } from './kept.ts'

/**
 * Begins to be there without the server: notices when it is out of reach, and has the service worker keep the product's own
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
  // A browser that knows or allows none has the product online.
  navigator.serviceWorker?.register('/worker.js', { updateViaCache: 'none' }).catch(() => undefined)
}
