/** Header that names the account a change was made with: the server refuses the change in the session of another account. */
export const ACCOUNT = 'x-plak-account'
