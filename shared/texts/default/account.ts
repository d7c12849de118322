export const account = {
  deleted: 'Account deleted successfully',
  deleteFailed: 'Error deleting account',
  deleteFailedWith: (message: string) => `Error deleting account: ${message}`,
  unsaved: 'What you changed on your profile is not saved yet.',
  sessionEnded: 'Logged out there',
  othersEnded: 'Logged out everywhere else',
  sessionsFailed: 'Your sessions could not be loaded',
  meansFailed: 'It could not be checked how you sign in',
  tooManyExports: 'You have just downloaded your data. Try again in a few minutes.',
}
