/** The texts of mails. Web pages do without them. */
export const mail = {
  /** of the HTML */
  code: 'en',
  reset: {
    subject: 'Choose a new password for Plak',
    text: (nickname: string) =>
      `Hello ${nickname}, somebody, you hopefully, asked for a link to choose a new password on Plak. It works once, within an hour.`,
    link: 'Choose a new password',
    note: 'If it was not you, nothing has changed, and you can forget this mail.',
  },
  confirm: {
    subject: 'Confirm your e-mail address for Plak',
    text: (nickname: string) =>
      `Hello ${nickname}, open this link to confirm that this address is yours. It works once, within an hour.`,
    link: 'Confirm this address',
    note: 'If you have no account on Plak, somebody mistyped their address, and you can forget this mail.',
  },
  change: {
    subject: 'Your new e-mail address for Plak',
    text: (nickname: string) =>
      `Hello ${nickname}, open this link to make this the address of your account on Plak. It works once, within an hour.`,
    link: 'Use this address',
    note: 'If it was not you who asked, nothing has changed, and you can forget this mail.',
  },
  changed: {
    subject: 'Your account on Plak has another e-mail address',
    text: (nickname: string) =>
      `Hello ${nickname}, the address of your account on Plak was changed to another one just now.`,
    note: 'If it was not you, tell the operator of this Plak at once.',
  },
}
export type MailTexts = typeof mail
