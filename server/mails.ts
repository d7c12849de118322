import { writeEmailLink, writeNotice } from './auth/emailLinks.ts'
import { writeReset } from './auth/resetLinks.ts'
import type { Writers } from './mail/sender.ts'
import { writeDigest } from './notifications/delivery/digest.ts'
import { writeNotifications } from './notifications/delivery/mail.ts'

export const writers: Writers = {
  reset: writeReset,
  confirm: writeEmailLink,
  change: writeEmailLink,
  changing: writeNotice('changing'),
  changed: writeNotice('changed'),
  notifications: writeNotifications,
  digest: writeDigest,
}
