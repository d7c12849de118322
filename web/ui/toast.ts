import { lazyPage } from '../lib/lazyPage.ts'

const load = () => import('./Toasts.tsx')

/** Rendered once, in App. Lazy: every toast follows a user action. */
export const Toaster = lazyPage(load)

export type ToastAction = { text: string; run: () => void }
type Options = { id?: string }
type ActionOptions = { id: string; action: ToastAction }

const say = (kind: 'blank' | 'success' | 'error') => (text: string, options?: Options) =>
  void load().then(
    ({ toast }) => (kind === 'blank' ? toast : toast[kind])(text, options),
    () => undefined,
  )

const offer = (text: string, { id, action }: ActionOptions) =>
  void load().then(
    ({ offerAction }) => offerAction(text, id, action),
    () => undefined,
  )

const dismiss = (id: string) =>
  void load().then(
    ({ toast }) => toast.dismiss(id),
    () => undefined,
  )

/** A toast with an `id` replaces the previous one with that `id`. */
export const toast = Object.assign(say('blank'), {
  success: say('success'),
  error: say('error'),
  offer,
  dismiss,
})
