import type { NotificationGroup } from './notifications.ts'
import type { Texts } from './texts.ts'

/** Formats names in a sentence: the page makes links of them. */
export type Marks = { person: (name: string) => string; thing: (name: string) => string }
const plain: Marks = { person: (name) => name, thing: (name) => name }

type Content = Pick<NotificationGroup, 'kind' | 'people' | 'count' | 'thing' | 'own' | 'detail'>

export function sayNotification({ notifications: t }: Texts, group: Content, marks: Marks = plain): string {
  const { kind, people, count, detail } = group
  const [first] = people
  const one = first ? marks.person(first.nickname) : ''
  const who = count > 1 ? t.others(one, count - 1) : one
  const thing = group.thing ? marks.thing(nameOf(group)) : ''
  switch (kind) {
    case 'follow':
      return t.followed(who)
    case 'followRequest':
      return t.asked(who)
    case 'requestAccepted':
      return t.accepted(who)
    case 'likeReview':
      return t.likedReview(who, thing)
    case 'likeList':
      return t.likedList(who, thing)
    case 'likeComment':
      return t.likedComment(who, where())
    case 'comment':
    case 'thread':
      if (count > 1) return t.newComments(count, where())
      return kind === 'comment' ? t.commented(who, where()) : t.alsoCommented(who, where())
    case 'mention':
      return t.mentioned(who, where())
    case 'importDone':
      return t.imported(detail?.imported ?? 0)
    case 'warning':
      return t.warned(detail?.text ?? '')
    case 'decision':
      return t.decided(detail?.about ?? t.yourAccount, detail?.text ?? '')
    case 'reportReviewed':
      return t.reportReviewed
    case 'report':
      return t.reported
    case 'announcement':
      return t.announced(detail?.text ?? '')
  }

  function where(): string {
    if (!group.thing) return ''
    const isReview = group.thing.type === 'review'
    if (group.own) return isReview ? t.ownReview(thing) : t.ownList(thing)
    const { owner } = group.thing
    return isReview ? t.reviewBy(owner, thing) : t.listBy(owner, thing)
  }
}

const nameOf = ({ thing }: Content): string => {
  if (!thing) return ''
  return thing.type === 'review' ? thing.album.name : thing.name
}
