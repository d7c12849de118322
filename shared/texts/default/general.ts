/** What belongs to no noun. */
export const general = {
  error: 'An error occurred',
  errorWith: (message: string) => `An error occurred: ${message}`,
  loadFailed: 'Bir hata oluştu',
  offline: 'The server cannot be reached. Check your connection and try again.',
  invalidInput: 'Some of what was sent is not valid',
  tooLong: (max: number) => `Must be at most ${max.toLocaleString('en')} characters`,
  tooManyRequests: (seconds: number) =>
    `Too many attempts. Try again in ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`,
  tooManySubscriptions: 'Too many subscriptions on one connection',
  notFound: 'Not found',
  resting: 'Plak cannot reach its database right now. Nothing is lost; try again in a moment.',
  tryAgain: 'Try again',
  signInToView: 'You must be logged in to view this page',
}
