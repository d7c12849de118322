import { numberInDeletedName } from '../../shared/deletedName.ts'
import type { ModerationLine, ReportRow } from '../../shared/moderation.ts'
import type { ReportedThing } from '../../shared/moderationKinds.ts'
import { texts } from '../texts/moderation.ts'

/** 'Review by ayse' or 'Account ayse' */
const aboutOf = (thing: ReportedThing, nickname: string): string =>
  thing === 'account'
    ? texts.moderation.aboutAccount(nickname)
    : texts.moderation.about(texts.moderation.things[thing], nickname)

export const nameOfReport = ({ thing, subject }: Pick<ReportRow, 'thing' | 'subject'>): string =>
  aboutOf(thing, subject.nickname)

/** A deleted account has a name in the viewer's language. */
const nameOfAccount = (name: string): string => {
  const number = numberInDeletedName(name)
  return number === null ? name : texts.moderation.deletedAccount(number)
}

export const subjectOf = ({ subject, thing }: ModerationLine): string | null => {
  if (subject === null) return null
  const name = nameOfAccount(subject)
  return thing ? `${texts.moderation.things[thing]} · ${name}` : name
}

export const nameOfEvent = ({ event }: ModerationLine): string =>
  (texts.moderation.events as Record<string, string>)[event] ?? event

/** Tasks of the operator have no actor. */
export const actorOf = ({ event, actor }: ModerationLine): string => {
  if (actor !== null) return nameOfAccount(actor)
  return event.startsWith('admin.') ? texts.moderation.operator : texts.moderation.nobody
}
