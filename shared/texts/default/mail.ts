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
  notifications: {
    text: (nickname: string) => `Hello ${nickname}, this happened on Plak:`,
    many: (count: number) => `${count} notifications on Plak`,
    more: (count: number) => `and ${count} more`,
    link: 'Show my notifications',
    note: 'You choose what is mailed to you in the settings of your account, under ‘Notifications’.',
  },
  digest: {
    subject: 'Your week on Plak',
    text: (nickname: string) => `Hello ${nickname}, this happened in the past week:`,
  },
  unsubscribe: {
    ask: 'Stop these e-mails?',
    button: 'Stop these e-mails',
    done: 'These e-mails have stopped. Your account settings turn them on again.',
    invalid: 'This link is not valid.',
  },
  test: {
    subject: 'A test mail of Plak',
    text: (to: string) => `This mail shows that Plak can send mail to ${to}.`,
    note: 'An operator asked for it with `npm run admin -- doctor --mail`.',
  },
}
export type MailTexts = typeof mail
