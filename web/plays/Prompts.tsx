import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { PlayPrompt } from '../../shared/playPrompts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/listening.ts'
import { Button } from '../ui/Button.tsx'
import { Byline } from '../ui/Byline.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { toast } from '../ui/toast.ts'

const LogDialog = lazy(() => import('../logs/form/LogDialog.tsx'))

/** A day without its year, in the language of the sentence: '24 November'. */
const dayOfYear = new Intl.DateTimeFormat(texts.listening.dayLocale, {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

type PromptsProps = {
  nickname: string
  prompts: readonly PlayPrompt[]
  className?: string
  /** surrounds the list while there is one; the dialog outlasts the prompt from which it was opened */
  frame?: (list: ReactNode) => ReactNode
}

/** Albums that the viewer may want to log, because they played them. */
export default function Prompts({ nickname, prompts, className, frame = (list) => list }: PromptsProps) {
  const [logged, setLogged] = useState<PlayPrompt | null>(null)
  const { dismiss, open } = useDismissals(prompts)
  const utils = trpc.useUtils()
  const list = useRef<HTMLUListElement>(null)
  const rows = (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={texts.listening.prompts}
      className={classes('grid grid-cols-1 gap-3 outline-none', className)}
    >
      {open.map((prompt) => (
        <Prompt
          key={prompt.id}
          prompt={prompt}
          onLog={() => setLogged(prompt)}
          onDismiss={() => {
            // The focused button is removed with its row.
            list.current?.focus({ preventScroll: true })
            void dismiss(prompt.id)
          }}
        />
      ))}
    </ul>
  )
  return (
    <>
      {open.length > 0 && frame(rows)}
      {logged && (
        <Suspense>
          <LogDialog
            album={logged.album}
            nickname={nickname}
            choice="again"
            day={logged.day}
            onClose={() => {
              setLogged(null)
              void utils.plays.prompts.invalidate()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Hides a prompt at once; a failure brings it back. */
function useDismissals(prompts: readonly PlayPrompt[]) {
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = trpc.plays.dismissPrompt.useMutation()
  const utils = trpc.useUtils()
  const dismiss = async (id: number) => {
    setDismissed((previous) => new Set(previous).add(id))
    try {
      await mutateAsync({ id })
      await utils.plays.prompts.invalidate()
    } catch (error) {
      toast.error(errorText(error))
      setDismissed((previous) => new Set([...previous].filter((other) => other !== id)))
    }
  }
  return { dismiss, open: prompts.filter(({ id }) => !dismissed.has(id)) }
}

type PromptProps = { prompt: PlayPrompt; onLog: () => void; onDismiss: () => void }

function Prompt({ prompt: { album, day }, onLog, onDismiss }: PromptProps) {
  const text = texts.listening.played(album.name, dayOfYear.format(new Date(day)))
  return (
    <li
      className={
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 rounded-panel bg-surface p-3 ' +
        'sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:pr-4'
      }
    >
      {/* Hidden from screen readers: the title next to it is the same link. */}
      <Link href={paths.album(album)} tabIndex={-1} aria-hidden="true">
        <Cover album={album} size="sm" eager />
      </Link>
      <div className="min-w-0">
        <Link
          href={paths.album(album)}
          className="rounded-sleeve font-semibold decoration-1 underline-offset-2 hover:underline"
        >
          <span className="line-clamp-4 wrap-anywhere">{text}</span>
        </Link>
        <Byline album={album} className="text-sm" />
      </div>
      <div
        role="group"
        aria-label={text}
        className="flex gap-2 max-sm:col-span-2 max-sm:*:flex-1 sm:justify-self-end"
      >
        <Button size="sm" variant="primary" aria-haspopup="dialog" onClick={onLog}>
          {texts.logs.log}
        </Button>
        <Button size="sm" onClick={onDismiss}>
          {texts.listening.notThisTime}
        </Button>
      </div>
    </li>
  )
}
