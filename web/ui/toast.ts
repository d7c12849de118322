import { lazyPage } from '../lib/lazyPage.ts'

const load = () => import('./Toasts.tsx')

/** Where toasts appear; once, in App. No page waits for it: the first toast follows something that a person does. */
export const Toaster = lazyPage(load)

/** What can be done about what a toast says. */
export type ToastAction = { text: string; run: () => void }
type Options = { id?: string }
type ActionOptions = { id: string; action: ToastAction }

const say = (kind: 'blank' | 'success' | 'error') => (text: string, options?: Options) =>
  void load().then(
    ({ toast }) => (kind === 'blank' ? toast : toast[kind])(text, options),
    () => undefined,
  )

/** Says something with a button beside it, for long enough to reach that. */
const offer = (text: string, { id, action }: ActionOptions) =>
  void load().then(
    ({ offerAction }) => offerAction(text, id, action),
    () => undefined,
  )

/** Takes the one with that `id` away. */
const dismiss = (id: string) =>
  void load().then(
    ({ toast }) => toast.dismiss(id),
    () => undefined,
  )

/** Says something for a moment; one with an `id` takes the place of the one before. */
export const toast = Object.assign(say('blank'), {
  success: say('success'),
  error: say('error'),
  offer,
  dismiss,
})
