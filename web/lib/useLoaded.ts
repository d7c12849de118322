import { useEffect, useState, type ComponentType } from 'react'

/** Milliseconds until a failed load is retried; the page works without the component. */
const AGAIN = 15_000

/** Returns a component once it is wanted and loaded. Unlike `lazy`, a network failure does not break the page. */
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
