import { version } from '../lib/version.ts'

const isPrintableAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Identifies this installation to MetaBrainz and Wikimedia, which block clients that name no contact. */
export function userAgentOf(contact: string): string {
  // A header cannot contain other characters; an e-mail address has none.
  return `Plak/${version} ( ${isPrintableAscii(contact) ? contact : new URL(contact).href} )`
}
