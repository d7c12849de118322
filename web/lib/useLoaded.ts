import { useEffect, useState, type ComponentType } from 'react'

/** When its program could not be loaded, it is tried again after so many milliseconds: the page goes on without it. */
const AGAIN = 15_000

/** A component once it is wanted and loaded. Not `lazy`: that would take the page with it where the network fails. */
export function useLoaded<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isWanted: boolean,
): ComponentType<Props> | null {
  const [loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isWanted || loaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    load().then(
      (module) => isOver || setLoaded(() => module.default),
      () => {
        if (!isOver) timer = setTimeout(() => setTries((count) => count + 1), AGAIN)
      },
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWanted, loaded, tries, load])
  return loaded
}
