export type Early = {
  kept: { event: Event; target: Element; value?: string }[]
  stop: () => void
}

/** Sets a value as typing does: React compares it with the element's tracked value. */
function type(element: Element, value: string) {
  const field = element as HTMLInputElement
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
}

/**
 * Replays the recorded input (keep.ts) in order, once, after hydration. Runs in a microtask, outside of React's own work: an
 * event makes React hydrate the part of the page that it targets, which is impossible within an effect.
 */
export const replayEarly = (): void => queueMicrotask(replay)

function replay() {
  const { early: recording } = window as { early?: Early }
  recording?.stop()
  delete (window as { early?: Early }).early
  for (const { event, target, value } of recording?.kept ?? []) {
    if (!target.isConnected) continue
    if (value !== undefined) type(target, value)
    const Kind = event.constructor as new (type: string, init: Event) => Event
    // The recorded event is the init object of the new one: it has the same properties.
    if (event instanceof SubmitEvent) (target as HTMLFormElement).requestSubmit(event.submitter)
    else target.dispatchEvent(new Kind(event.type, event))
  }
}
