import type { NotificationGroup } from './notifications.ts'
import type { FirstTexts } from './texts.ts'

/** Formats names in a sentence: the page makes links of them. */
export type Marks = { person: (name: string) => string; thing: (name: string) => string }
const plain: Marks = { person: (name) => name, thing: (name) => name }

type Content = Pick<NotificationGroup, 'kind' | 'people' | 'count' | 'thing' | 'own' | 'detail'>

export function sayNotification(
  { notifications: t }: FirstTexts,
  group: Content,
  marks: Marks = plain,
): string {
  const { kind, people, count, detail } = group
  const [first] = people
  const firstName = first ? marks.person(first.nickname) : ''
  const names = count > 1 ? t.others(firstName, count - 1) : firstName
  const thing = group.thing ? marks.thing(nameOf(group)) : ''
  switch (kind) {
    case 'follow':
      return t.followed(names)
    case 'followRequest':
      return t.asked(names)
    case 'requestAccepted':
      return t.accepted(names)
    case 'likeReview':
      return t.likedReview(names, thing)
    case 'likeList':
      return t.likedList(names, thing)
    case 'likeComment':
      return t.likedComment(names, describeThing())
    case 'comment':
    case 'thread':
      if (count > 1) return t.newComments(count, describeThing())
      return kind === 'comment'
        ? t.commented(names, describeThing())
        : t.alsoCommented(names, describeThing())
    case 'mention':
      return t.mentioned(names, describeThing())
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

  function describeThing(): string {
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
