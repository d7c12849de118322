import { createElement } from 'react'
import { readOnDevice } from '../lib/onDevice.ts'
import { loadTexts } from '../lib/pageTexts.ts'
import { useLoaded } from '../lib/useLoaded.ts'
import { WAITING_MARK } from '../offline/waitingList.ts'

const load = async () => {
  await loadTexts('waiting')
  return await import('./WaitingButton.tsx')
}

/** Sends what waits, and shows it in the top bar: for users, and for visitors of a device on which something waits. */
export function WaitingSlot({ nickname }: { nickname: string | null }) {
  const loaded = useLoaded(load, nickname !== null || readOnDevice(WAITING_MARK) !== null)
  return loaded && createElement(loaded, { key: nickname, nickname })
}
