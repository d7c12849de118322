import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { ButtonAnchor } from '../ui/Button.tsx'

export const useSignInOptions = () => trpc.auth.options.useQuery(undefined, { staleTime: Infinity }).data

export function googleText(code: string | null): string | null {
  return code !== null && Object.hasOwn(texts.google, code)
    ? texts.google[code as keyof typeof texts.google]
    : null
}

type GoogleButtonProps = { from: string; invite?: string | null; text?: string; className?: string }

export function GoogleButton({
  from,
  invite = null,
  text = texts.auth.continueWithGoogle,
  className,
}: GoogleButtonProps) {
  return (
    <ButtonAnchor href={paths.google(from, invite)} {...(className ? { className } : {})}>
      <GoogleSign />
      {text}
    </ButtonAnchor>
  )
}

function GoogleSign() {
  return (
    <svg width="18" height="18" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M46 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h12.4a10.6 10.6 0 0 1-4.6 7v5.8h7.4c4.3-4 6.8-9.9 6.8-16.8z"
      />
      <path
        fill="#34a853"
        d="M24 47c6.2 0 11.4-2.1 15.200-5.600l-7.4-5.8c-2.100 1.400-4.700 2.200-7.800 2.200-6 0-11-4-12.800-9.500H3.500v6A23 23 0 0 0 24 47z"
      />
      <path fill="#fbbc05" d="M11.200 28.300a13.800 13.800 0 0 1 0-8.700v-6H3.500a23 23 0 0 0 0 20.700z" />
      <path
        fill="#ea4335"
        d="M24 10.200c3.400 0 6.400 1.200 8.800 3.400l6.600-6.600A22 22 0 0 0 24 1 23 23 0 0 0 3.500 13.600l7.700 6C13 14.200 18 10.200 24 10.200z"
      />
    </svg>
  )
}

export function Or() {
  return (
    <p
      className={
        'my-5 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px ' +
        'after:flex-1 after:bg-line'
      }
    >
      {texts.auth.or}
    </p>
  )
}
