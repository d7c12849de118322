import type { NotificationGroup, NotificationKind, NotificationThing } from './notifications.ts'
import { paths } from './paths.ts'

export const thingPath = (thing: NotificationThing): string =>
  thing.type === 'review' ? paths.review(thing.album, thing.id) : paths.list(thing.id)

/** Paths of pages on which the recipient can act, for kinds that concern no review or list. */
export const wayPaths: Partial<Record<NotificationKind, string>> = {
  followRequest: paths.requests(),
  importDone: paths.import(),
  report: paths.moderation(),
}

/** Returns where a notification leads to. */
export function notificationPath({
  kind,
  thing,
  people: [first],
}: Pick<NotificationGroup, 'kind' | 'thing' | 'people'>): string {
  if (thing) return thingPath(thing)
  return wayPaths[kind] ?? (first ? paths.profile(first.nickname) : paths.notifications())
}
