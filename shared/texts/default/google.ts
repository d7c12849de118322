/** why a sign-in with Google failed, by the code in the address of /login (`?error=exists`) */
export const google = {
  cancelled: 'Sign-in with Google was cancelled',
  failed: 'Sign-in with Google failed. Try again.',
  expired: 'Sign-in with Google took too long. Try again.',
  unverified: 'Google has not verified your email address, so it cannot be used here',
  exists:
    'An account with this email address already exists. Log in with your password, then continue with Google once more to connect the two.',
  connected:
    'An account with this email address is connected to another Google account. Log in with that one.',
  other: 'This Google account has a different email address from yours, so the two cannot be connected',
  disabled: 'This account has been disabled',
  busy: 'Too many new accounts. Try again in a minute.',
  byInvitation: 'Registration is by invitation',
  closed: 'Registration is closed',
  invitationOver: 'This invitation is no longer valid',
}
