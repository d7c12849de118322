import { grouped } from '../counted.ts'

/** Texts of e-mails. Not part of `Texts`, so that the web does not load them. */
export const mail = {
  code: 'en',
  reset: {
    subject: 'Choose a new password for Plak',
    text: (nickname: string) =>
      `Hello ${nickname}, someone, hopefully you, asked for a link to choose a new password on Plak. It works once, within an hour.`,
    link: 'Choose a new password',
    note: 'If it was not you, nothing has changed, and you can ignore this e-mail.',
  },
  confirm: {
    subject: 'Confirm your e-mail address for Plak',
    text: (nickname: string) =>
      `Hello ${nickname}, open this link to confirm that this address is yours. It works once, within an hour.`,
    link: 'Confirm this address',
    note: 'If you have no account on Plak, someone has mistyped their address, and you can ignore this e-mail.',
  },
  change: {
    subject: 'Your new e-mail address for Plak',
    text: (nickname: string) =>
      `Hello ${nickname}, open this link to use this address for your account on Plak. It works once, within an hour.`,
    link: 'Use this address',
    note: 'If it was not you who asked, nothing has changed, and you can ignore this e-mail.',
  },
  changing: {
    subject: 'Somebody asked to change the e-mail address of your account on Plak',
    text: (nickname: string) =>
      `Hello ${nickname}, someone, hopefully you, asked to use another e-mail address for your account on Plak. It changes when the link that was sent there is opened.`,
    note: 'If it was not you, choose a new password right away: that ends the request and every other session.',
  },
  changed: {
    subject: 'The e-mail address of your account on Plak has changed',
    text: (nickname: string) =>
      `Hello ${nickname}, the e-mail address of your account on Plak has just been changed to another one.`,
    note: 'If it was not you, tell the operator of the site right away.',
  },
  notifications: {
    text: (nickname: string) => `Hello ${nickname}, this happened on Plak:`,
    many: (count: number) => `${grouped(count)} notifications on Plak`,
    more: (count: number) => `and ${grouped(count)} more`,
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
    done: 'These e-mails have stopped. You can turn them on again in your account settings.',
    invalid: 'This link is not valid.',
  },
  test: {
    subject: 'A test e-mail from Plak',
    text: (address: string) => `This e-mail shows that Plak can send e-mail to ${address}.`,
    note: 'An operator asked for it with `npm run admin -- doctor --mail`.',
    noteOfSettings: 'An administrator asked for it in the settings of Plak.',
  },
}
export type MailTexts = typeof mail
