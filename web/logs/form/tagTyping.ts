import { limits } from '../../../shared/limits.ts'
import { differentTags, tagKey, tagName } from '../../../shared/tagKey.ts'
import { texts } from '../../../shared/texts.ts'

export type Typing = { tags: readonly string[]; typed: string }

/** Includes unfinished text, so that saving loses nothing. */
export const tagsIn = ({ tags, typed }: Typing): string[] =>
  differentTags([...tags, ...typed.split(/[,，]/).map(tagName)].filter((name) => name !== ''))

export const areSameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => tagKey(name) === tagKey(other[index]!))

export function tagsProblem(tags: readonly string[]): string | undefined {
  if (tags.some((name) => name.length > limits.tag)) return texts.tags.tooLong(limits.tag)
  return tags.length > limits.tags ? texts.tags.tooMany(limits.tags) : undefined
}

/** Turns the text up to the last comma into tags, or all of it with `isDone`; unchanged if the result would be invalid. */
export function settle(typing: Typing, isDone: boolean): Typing {
  const parts = typing.typed.split(/[,，]/)
  const rest = isDone ? '' : parts.pop()!
  const tags = tagsIn({ tags: typing.tags, typed: parts.join(',') })
  return tagsProblem(tags) ? typing : { tags, typed: rest.trimStart() }
}
