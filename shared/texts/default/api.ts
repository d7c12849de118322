/** Refusals that programs receive. They are always in English: programs decide by the id. */
export const api = {
  token: 'This token is not valid',
  scope: 'This token may only read',
  notForTokens: 'This is not open to tokens',
}
