import type { ModerationLine, ReportRow } from '../../shared/moderation.ts'
import type { ReportedThing } from '../../shared/moderationKinds.ts'
import { texts } from '../../shared/texts.ts'

/** 'Review by ayse', 'Account ayse' */
const aboutOf = (thing: ReportedThing, nickname: string): string =>
  thing === 'account'
    ? texts.moderation.aboutAccount(nickname)
    : texts.moderation.about(texts.moderation.things[thing], nickname)

export const nameOfReport = ({ thing, subject }: Pick<ReportRow, 'thing' | 'subject'>): string =>
  aboutOf(thing, subject.nickname)

/** What a line of the trail says was done. */
export const nameOfEvent = ({ event }: ModerationLine): string =>
  (texts.moderation.events as Record<string, string>)[event] ?? event

/** Who did it: the operator's tasks name nobody. */
export const actorOf = ({ event, actor }: ModerationLine): string =>
  actor ?? (event.startsWith('admin.') ? texts.moderation.operator : texts.moderation.nobody)
