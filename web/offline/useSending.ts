import { useCallback, useEffect, useRef, useState } from 'react'
import { isReachable, onReturn } from '../lib/away.ts'
import { texts } from '../texts/waiting.ts'
import { toast } from '../ui/toast.ts'
import { onWaitingElsewhere, openQueue, readWaiting, sendQueue } from './queue.ts'
import type { Sent } from './sending.ts'
import { useWaiting, waitingThings } from './waitingList.ts'

/** Sending begins at the latest five seconds after the connection is back. */
const LOOK_EVERY = 3_000
/** Pause after an answer that stops all, and that names no other. */
const PAUSE = 30_000

/** True after an answer that stops all. */
const isStopped = (sent: Sent | null): sent is Sent =>
  sent !== null && sent.kind !== 'done' && sent.kind !== 'unreachable'

const isAnythingWaiting = () => waitingThings().some(({ state }) => state === 'waiting')

/** Loads what waits, and sends it: at a visit, when the connection is back, and when something was added. */
export function useSending(nickname: string | null) {
  const [isAnyone, setAnyone] = useState(false)
  const [isSignedOut, setSignedOut] = useState(false)
  const [isSending, setSending] = useState(false)
  const running = useRef(false)
  /** true if the connection returned, or something was added, after the running attempt began */
  const isWanted = useRef(false)
  /** time before which nothing is sent, because the server asked for it */
  const notBefore = useRef(0)

  const send = useCallback(async () => {
    if (!isAnythingWaiting()) return
    isWanted.current = true
    if (running.current) return
    running.current = true
    setSending(true)
    let sent: Sent | null = null
    try {
      while (isWanted.current && isAnythingWaiting() && !isStopped(sent)) {
        isWanted.current = false
        sent = (await isReachable()) ? await sendQueue() : null
      }
    } catch {
      // The device refuses its storage or the lock: the next look tries again.
    } finally {
      running.current = false
      setSending(false)
    }
    if (sent?.kind === 'signedOut') toast.error(texts.waiting.logIn)
    setSignedOut(sent?.kind === 'signedOut')
    if (!isStopped(sent)) return
    notBefore.current = Date.now() + (sent.kind === 'later' && sent.seconds ? sent.seconds * 1000 : PAUSE)
  }, [])
  const look = useCallback(() => {
    if (navigator.onLine && Date.now() >= notBefore.current) void send()
  }, [send])

  const count = useWaiting().length
  useEffect(look, [look, count])
  useEffect(() => {
    const open = () =>
      void openQueue(nickname).then((countOfAll) => {
        setAnyone(countOfAll > 0)
        look()
      })
    open()
    const stops = [onReturn(open), onWaitingElsewhere(() => void readWaiting())]
    addEventListener('online', look)
    const timer = setInterval(look, LOOK_EVERY)
    return () => {
      for (const stop of stops) stop()
      removeEventListener('online', look)
      clearInterval(timer)
    }
  }, [nickname, look])

  return { isAnyone, isSignedOut, isSending, send: () => void send() }
}
