export const settings = {
  title: 'Settings',
  account: 'Account',
  privacy: 'Privacy',
  connections: 'Connections',
  nothing: 'Nothing to set here yet',
  welcome: 'Welcome',
  welcomeHint: 'Albums you love, people to follow, and your history.',
  openWelcome: 'Open the welcome again',
}
