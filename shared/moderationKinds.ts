// Without zod: dialogs and menus need these before any schema is loaded.

export const reportedKinds = ['account', 'review', 'list', 'comment', 'album'] as const
export type ReportedThing = (typeof reportedKinds)[number]

export const reasons = ['spam', 'harassment', 'spoilers', 'plagiarism', 'illegal', 'other'] as const

export const needsNote = (reason: (typeof reasons)[number]): boolean =>
  reason === 'plagiarism' || reason === 'illegal' || reason === 'other'

export const actionKinds = ['dismiss', 'warn', 'hide', 'remove', 'suspend'] as const
