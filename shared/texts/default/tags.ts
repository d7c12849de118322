import { counted } from '../counted.ts'

export const tags = {
  title: 'Tags',
  titleOf: (nickname: string) => `${nickname}’s tags`,
  tagOf: (tag: string, nickname: string) => `${tag} · ${nickname}’s tags`,
  listenings: (count: number) => counted(count, 'listen', 'listens'),
  none: 'No tags yet',
  noneHint: 'Add the first one to an album under “Tags” in the log dialog.',
  notFound: 'Tag not found',
  hint: 'Enter or a comma adds a tag',
  remove: (tag: string) => `Remove tag ${tag}`,
  added: (tag: string) => `Tag ${tag} added`,
  removed: (tag: string) => `Tag ${tag} removed`,
  suggestions: 'Suggestions',
  tooMany: (limit: number) => `At most ${limit} tags`,
  tooLong: (limit: number) => `A tag has at most ${limit} characters`,
  nameMissing: 'Enter a name',
  rename: 'Rename tag',
  merge: 'Merge tags',
  newName: 'New name',
  renames: (count: number) => `${counted(count, 'listen', 'listens')} will change.`,
  /** `count`: listenings with the tag that is renamed; `others`: listenings with the existing tag of that name */
  merges: (name: string, count: number, others: number) =>
    `“${name}” is already a tag of ${counted(others, 'listen', 'listens')}: ` +
    `${counted(count, 'listen is', 'listens are')} merged with it.`,
  exists: 'You have another tag with this name',
  renamed: 'Tag renamed',
  merged: 'Tags merged',
}
