import { describeCatalogue } from './catalogue.ts'
import type { WorldDescription } from './description.ts'
import { makeWorld, type World } from './world.ts'

export type WorldControls = {
  /** what MusicBrainz and the services beside it respond from */
  world: () => World
  /**
   * Replaces the world, as edits at the services do: a group that is left out was deleted, one whose id is in another's
   * `formerIds` was merged. Null restores the demo's catalogue. The same as PUT /__world.
   */
  setWorld: (description: WorldDescription | null) => void
}

/** Holds the world of a stand-in; that of the catalogue is built when it is first needed. */
export function makeWorldHolder(description?: WorldDescription): WorldControls {
  let current = description ? makeWorld(description) : null
  return {
    world: () => (current ??= makeWorld(describeCatalogue())),
    setWorld: (next) => {
      current = next && makeWorld(next)
    },
  }
}
