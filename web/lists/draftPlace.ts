/** Where the draft of a person lies: of one of his lists, or of a new one. */
export const draftPlace = (nickname: string, id: number | null): string =>
  `plak-list-draft:${nickname}:${id ?? 'new'}`
