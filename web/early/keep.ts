// The first script of a page, in a file of its own, and the only one that the page waits for before it is seen. The server has
// drawn the page, and what draws it here is still on its way: what a person does meanwhile is kept, and done then (replay.ts).
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
    // A link leads on by itself. Of errors those of pictures count, which draw something else in their place.
    if (type === 'click' && target.closest('a[href]')) return
    if (type === 'error' && target.tagName !== 'IMG') return
    event.stopPropagation()
    if (type === 'click' || type === 'submit') event.preventDefault()
    early.kept.push({ event, target, ...(type === 'input' && { value: (target as HTMLInputElement).value }) })
  }

  for (const type of types) addEventListener(type, keep, true)
  Object.assign(window, { early })
})()
