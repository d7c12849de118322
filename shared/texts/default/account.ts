export const account = {
  unsaved: 'Your changes to your profile are not saved yet.',
  meansFailed: 'The ways in which you log in could not be loaded',
  tooManyExports: 'You have just downloaded your data. Try again in a few minutes.',
  exportsBusy: 'Many downloads are in progress. Try again in a minute.',
  lastUsed: 'Last used',
  data: 'Your data',
  email: 'E-mail',
}
