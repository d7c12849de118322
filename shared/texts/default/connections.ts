/** Titles of the sections of '/settings/connections', whose contents load with texts of their own. */
export const connections = {
  scrobbling: 'Scrobbling',
  scrobblingHint:
    'Your players can tell Plak what they play, as they tell ListenBrainz or Last.fm. Your plays are visible to you alone unless you choose otherwise, and are deleted after 400 days.',
  tokens: 'Access tokens',
  tokensHint: 'Programs and scripts of yours use Plak with a token instead of your password.',
}
