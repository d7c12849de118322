export const settings = {
  title: 'Settings',
  account: 'Account',
  privacy: 'Privacy',
  connections: 'Connections',
  nothing: 'Nothing to set here yet',
}
