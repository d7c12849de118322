import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useViewer } from '../auth/viewer.tsx'
import { isAway, onReturn, useAway } from '../lib/away.ts'
import { belongTo, keepPage, openKept } from './kept.ts'

const KEEP_AFTER = 1_000

/** Stores the page whenever more of its data has been read, for the viewer only: pages of another user are deleted. */
export function useKeeping(isWanted: boolean) {
  const queryClient = useQueryClient()
  const { viewer } = useViewer()
  const nickname = viewer?.nickname
  const isUnreachable = useAway()
  useEffect(() => {
    if (!isWanted || isUnreachable) return
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
  }, [isWanted, isUnreachable, nickname, queryClient])

  useEffect(() => {
    void belongTo(viewer)
  }, [viewer])
}

type Shown = 'looking' | 'page' | 'nothing' | { keptAt: number }

export function useShown(): Shown {
  const queryClient = useQueryClient()
  const isUnreachable = useAway()
  const [content, setContent] = useState<Shown>(() => (isAway() ? 'looking' : 'page'))
  if (!isUnreachable && content !== 'page') setContent('page')

  useEffect(() => {
    if (content === 'page') return
    // Stored data is never shown as fresh.
    const readAnew = () => void queryClient.invalidateQueries()
    const stop = onReturn(readAnew)
    let isHere = true
    if (content === 'looking') {
      void openKept(location.pathname + location.search).then((page) => {
        if (!isAway()) readAnew()
        else if (isHere) setContent(page ? { keptAt: page.at } : 'nothing')
      })
    }
    return () => {
      stop()
      isHere = false
    }
  }, [content, queryClient])
  return content
}
