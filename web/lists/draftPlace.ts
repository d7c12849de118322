/** The storage key of a person's draft: of one of their lists, or of a new one. */
export const draftPlace = (nickname: string, id: number | null): string =>
  `plak-list-draft:${nickname}:${id ?? 'new'}`
