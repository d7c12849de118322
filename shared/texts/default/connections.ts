/** Titles of the sections of '/settings/connections', whose contents load with texts of their own. */
export const connections = {
  tokens: 'Access tokens',
  tokensHint: 'Programs and scripts of yours use Plak with a token instead of your password.',
}
