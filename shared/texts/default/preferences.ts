/** how somebody wants their pages */
export const preferences = {
  language: 'Language',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  change: 'Change the language?',
  discards: 'The page is loaded anew. What you have typed on it and not sent will be gone.',
}
