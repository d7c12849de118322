import { beginAway } from '../lib/away.ts'
import { isKeptPage } from '../lib/keptPage.ts'
import { keptViewer } from './kept.ts'

/** Detects an unreachable server, and registers the service worker. Awaited before the first render. */
export async function beginOffline(): Promise<void> {
  beginAway()
  if (import.meta.env.PROD) {
    if (document.readyState === 'complete') keepFiles()
    else addEventListener('load', keepFiles)
  }
  // The service worker's copy of the page contains no viewer: read the last one from the device.
  if (isKeptPage()) document.getElementById('viewer')!.textContent = JSON.stringify(await keptViewer())
}

function keepFiles() {
  // Without service workers the product works online only.
  navigator.serviceWorker?.register('/worker.js', { updateViaCache: 'none' }).catch(() => undefined)
}
