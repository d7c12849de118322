// The first script of a page, in a file of its own, and the only one that the page waits for before it is seen. The server has
// rendered the page and the scripts are still loading: input is recorded until hydration, and replayed then (replay.ts).
import type { Early } from './replay.ts'

// No module, so that it runs at once: names outside of the function would be names of the window.
;(() => {
  const types = [
    'pointerdown',
    'mousedown',
    'pointerup',
    'mouseup',
    'click',
    'keydown',
    'input',
    'submit',
    'error',
  ]
  const early: Early = {
    kept: [],
    stop: () => types.forEach((type) => removeEventListener(type, keep, true)),
  }

  function keep(event: Event) {
    const { target, type } = event
    if (!(target instanceof Element)) return
    // Links work without scripts. Of error events, those of pictures are recorded, because a replacement is drawn for them.
    if (type === 'click' && target.closest('a[href]')) return
    if (type === 'error' && target.tagName !== 'IMG') return
    event.stopPropagation()
    if (type === 'click' || type === 'submit') event.preventDefault()
    early.kept.push({ event, target, ...(type === 'input' && { value: (target as HTMLInputElement).value }) })
  }

  for (const type of types) addEventListener(type, keep, true)
  Object.assign(window, { early })
})()
