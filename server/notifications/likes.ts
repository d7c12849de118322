import type { NotificationKind } from '../../shared/notifications.ts'
import type { Write } from '../core/change.ts'
import type { LikedChange } from '../likes/write.ts'
import { notify } from './notify.ts'
import { lockStates, type About } from './rows.ts'
import { takeBack } from './takeBack.ts'

/**
 * Notifies the owners of liked things, and withdraws the notifications of removed likes. `of` returns a thing's owner and
 * subject.
 */
export const notifyOfLikes =
  <Thing>(kind: NotificationKind, of: (thing: Thing) => { to: number; about: About }) =>
  async (write: Write, changed: readonly LikedChange<Thing>[]): Promise<void> => {
    const all = changed.map(({ thing, ...people }) => ({ ...people, ...of(thing) }))
    // Lock all recipients at once to avoid deadlocks.
    await lockStates(
      write.tx,
      all.map(({ to }) => to),
    )
    for (const { to, about, removed } of all)
      await takeBack(write, { kind, thing: about.name, actors: removed, to: [to] })
    const notices = all.flatMap(({ to, about, added }) =>
      added.map((actorId) => ({ to, kind, actorId, about })),
    )
    await notify(write, notices)
  }
