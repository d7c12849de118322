import { lazyPage } from '../lib/lazyPage.ts'

const load = () => import('./Toasts.tsx')

/** Where toasts appear; once, in App. No page waits for it: the first toast follows something that a person does. */
export const Toaster = lazyPage(load)

type Options = { id?: string }

const say = (kind: 'blank' | 'success' | 'error') => (text: string, options?: Options) =>
  void load().then(
    ({ toast }) => (kind === 'blank' ? toast : toast[kind])(text, options),
    () => undefined,
  )

/** Says something for a moment; one with an `id` takes the place of the one before. */
export const toast = Object.assign(say('blank'), { success: say('success'), error: say('error') })
