/** What was done before the page could answer. */
export type Early = {
  kept: { event: Event; target: Element; value?: string }[]
  /** nothing more is kept */
  stop: () => void
}

/** Writes a text as a person does: React asks the element whether it is another than before. */
function type(element: Element, value: string) {
  const field = element as HTMLInputElement
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
}

/**
 * Does what was done before the page could answer (keep.ts), in its order; once, when it is drawn. Outside of React's own
 * work: an event makes it take over the part of the page that it concerns, which it cannot do within an effect.
 */
export const replayEarly = (): void => queueMicrotask(replay)

function replay() {
  const { early } = window as { early?: Early }
  early?.stop()
  delete (window as { early?: Early }).early
  for (const { event, target, value } of early?.kept ?? []) {
    if (!target.isConnected) continue
    if (value !== undefined) type(target, value)
    const Kind = event.constructor as new (type: string, init: Event) => Event
    // The kept event itself says how: its properties are those that a new one takes.
    if (event instanceof SubmitEvent) (target as HTMLFormElement).requestSubmit(event.submitter)
    else target.dispatchEvent(new Kind(event.type, event))
  }
}
