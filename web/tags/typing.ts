import { limits } from '../../shared/limits.ts'
import { differentTags, tagKey, tagName } from '../../shared/tagKey.ts'
import { texts } from '../../shared/texts.ts'

/** What the box for tags holds: tags, and what is being typed. */
export type Typing = { tags: readonly string[]; typed: string }

/** All tags of the box: what is being typed counts as one, so that nothing is lost when it is saved. */
export const tagsIn = ({ tags, typed }: Typing): string[] =>
  differentTags([...tags, ...typed.split(/[,，]/).map(tagName)].filter((name) => name !== ''))

/** Whether two lists are the same tags in the same order. */
export const areSameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => tagKey(name) === tagKey(other[index]!))

/** Why these cannot be the tags of a listening, in words. */
export function tagsProblem(tags: readonly string[]): string | undefined {
  if (tags.some((name) => name.length > limits.tag)) return texts.tags.tooLong(limits.tag)
  return tags.length > limits.tags ? texts.tags.tooMany(limits.tags) : undefined
}

/** What is typed up to the last comma becomes tags, all of it where `isDone`; as it is where that cannot be. */
export function settle(typing: Typing, isDone: boolean): Typing {
  const parts = typing.typed.split(/[,，]/)
  const rest = isDone ? '' : parts.pop()!
  const tags = tagsIn({ tags: typing.tags, typed: parts.join(',') })
  return tagsProblem(tags) ? typing : { tags, typed: rest.trimStart() }
}
