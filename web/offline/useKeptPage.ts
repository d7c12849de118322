import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useViewer } from '../auth/viewer.tsx'
import { isAway, onReturn, useAway } from '../lib/away.ts'
import { belongTo, keepPage, openKept } from './kept.ts'

const KEEP_AFTER = 1_000

/**
 * Keeps the page that is shown, as far as it has been read from the server, whenever it has read more of it; for the viewer
 * alone: what was kept for somebody else is deleted.
 */
export function useKeeping(isWanted: boolean) {
  const queryClient = useQueryClient()
  const { viewer } = useViewer()
  const nickname = viewer?.nickname
  const away = useAway()
  useEffect(() => {
    if (!isWanted || away) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      timer = undefined
      void keepPage(location.pathname + location.search, nickname)
    }
    const stop = queryClient.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' || type === 'observerAdded') timer ??= setTimeout(keep, KEEP_AFTER)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isWanted, away, nickname, queryClient])

  useEffect(() => {
    void belongTo(viewer)
  }, [viewer])
}

/** What stands at an address: the page itself, what is kept of it and since when, or nothing that could be shown. */
type Shown = 'looking' | 'page' | 'nothing' | { keptAt: number }

/** What to show of the opened page: kept data while the server is unreachable. */
export function useShown(): Shown {
  const queryClient = useQueryClient()
  const away = useAway()
  const [shown, setShown] = useState<Shown>(() => (isAway() ? 'looking' : 'page'))
  if (!away && shown !== 'page') setShown('page')

  useEffect(() => {
    if (shown === 'page') return
    // Kept data is never shown as fresh.
    const readAnew = () => void queryClient.invalidateQueries()
    const stop = onReturn(readAnew)
    let isHere = true
    if (shown === 'looking') {
      void openKept(location.pathname + location.search).then((page) => {
        if (!isAway()) readAnew()
        else if (isHere) setShown(page ? { keptAt: page.at } : 'nothing')
      })
    }
    return () => {
      stop()
      isHere = false
    }
  }, [shown, queryClient])
  return shown
}
