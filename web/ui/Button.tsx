import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'

type Look = { variant?: 'primary' | 'quiet' | 'outline' | 'plain' | 'danger'; size?: 'md' | 'sm' }

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-lift',
  quiet: 'bg-sunken text-ink hover:bg-lifted',
  outline: 'text-muted ring ring-line ring-inset hover:bg-sunken hover:text-ink',
  plain: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-danger-fill text-on-danger hover:brightness-110',
}
const sizes = { md: 'h-11 px-5 text-base', sm: 'h-9 px-3.5 text-sm pointer-coarse:h-11' }

const look = ({ variant = 'quiet', size = 'md' }: Look, className?: string) =>
  classes(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap',
    'transition-colors duration-150 disabled:opacity-50 aria-disabled:opacity-80',
    variants[variant],
    sizes[size],
    className,
  )

type ButtonProps = Look & { busy?: boolean } & ComponentProps<'button'>

/** `busy` shows a spinner and ignores clicks, but keeps focus and name. */
export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`: the button would lose the focus during a submission.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={look({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

type ButtonLinkProps = Look & {
  href: string
  state?: unknown
  className?: string
  onClick?: () => void
  children: ReactNode
}

export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={look({ variant, size }, className)}>
      {children}
    </Link>
  )
}

type ButtonAnchorProps = Look & ComponentProps<'a'>

/** Link to a target outside the app: a download or another site. */
export function ButtonAnchor({ variant, size, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={look({ variant, size }, className)}>
      {children}
    </a>
  )
}

type IconButtonProps = { label: string; size?: 'md' | 'sm' } & ComponentProps<'button'>

/** `label` is the accessible name and the tooltip. */
export function IconButton({ label, size = 'md', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-full text-muted transition-colors duration-150',
        'hover:bg-sunken hover:text-ink disabled:opacity-50 disabled:hover:bg-transparent',
        size === 'md' ? 'size-11' : 'size-9 pointer-coarse:size-11',
        className,
      )}
    >
      {children}
    </button>
  )
}
