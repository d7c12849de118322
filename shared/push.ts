import { z } from 'zod'

const base64url = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}=*$`))

/** A subscription as browsers describe it (PushSubscription.toJSON). */
export const addPushInput = z.object({
  endpoint: z.url().max(2_000),
  // 65 and 16 bytes.
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})

export const removePushInput = z.object({ id: z.int().positive() })

export type PushDevice = { id: number; name: string; createdAt: string; lastSentAt: string | null }

/** The message that a service worker gets. Some browsers show it without one (declarative web push). */
export type PushContent = {
  web_push: 8030
  notification: {
    title: string
    body: string
    navigate: string
    lang: string
    tag: string
    app_badge: string
  }
}
