// First script of a page, and the only one that blocks rendering: records input until hydration; replay.ts replays it then.
import type { Early } from './replay.ts'

// A classic script, so that it runs immediately; the function keeps its names out of the global scope.
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
  const recording: Early = {
    kept: [],
    stop: () => types.forEach((type) => removeEventListener(type, keep, true)),
  }

  function keep(event: Event) {
    const { target, type } = event
    if (!(target instanceof Element)) return
    // Links work without scripts. Only errors of pictures are recorded, because a replacement is drawn for them.
    if (type === 'click' && target.closest('a[href]')) return
    if (type === 'error' && target.tagName !== 'IMG') return
    event.stopPropagation()
    if (type === 'click' || type === 'submit') event.preventDefault()
    recording.kept.push({
      event,
      target,
      ...(type === 'input' && { value: (target as HTMLInputElement).value }),
    })
  }

  for (const type of types) addEventListener(type, keep, true)
  Object.assign(window, { early: recording })
})()
