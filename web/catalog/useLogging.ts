import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { LogChoice } from '../logs/form/draft.ts'

type Opened = { album: AlbumCard; nickname: string; choice: LogChoice }

/** State of the log dialog. The page opens it, or `log` in the history state: the id of a listening, or true for the newest. */
export function useLogging(album: AlbumCard | undefined, nickname: string | undefined) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [, navigate] = useLocation()
  const state = useHistoryState<{ log?: unknown } | null>()
  const request = state?.log === true ? 'newest' : typeof state?.log === 'number' ? state.log : null
  const isOpen = opened !== null
  if (request !== null && !isOpen && album && nickname) setOpened({ album, nickname, choice: request })

  useEffect(() => {
    if (request === null || !isOpen) return
    // The request is removed from the history state: a reload or going back must not open the dialog again.
    navigate(location.pathname + location.search, { replace: true, state: { ...state, log: undefined } })
  }, [request, isOpen, state, navigate])

  const open = useCallback(
    (choice: LogChoice = 'newest') => {
      if (album && nickname) setOpened({ album, nickname, choice })
    },
    [album, nickname],
  )

  return {
    // The dialog stays open, with its input, when the session ends, but not for another user.
    dialog: nickname === undefined || nickname === opened?.nickname ? opened : null,
    open,
    close: () => setOpened((previous) => (previous === opened ? null : previous)),
  }
}
