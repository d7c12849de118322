export const preferences = {
  language: 'Language',
  default: 'Default',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  change: 'Change the language?',
  discards: 'The page will be reloaded. Anything you have typed but not sent will be lost.',
}
