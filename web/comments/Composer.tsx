import { useId, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { Link } from 'wouter'
import { isBlank } from '../../shared/blank.ts'
import { commentProblem } from '../../shared/commentProblem.ts'
import type { Thread } from '../../shared/comments.ts'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useFromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { GrowingText } from '../ui/GrowingText.tsx'
import { isEnter } from '../ui/keys.ts'
import { fullCount } from '../ui/numbers.ts'
import { textLink } from '../ui/Page.tsx'
import { changeDraft, useDraftText, useSending } from './drafts.ts'
import { MentionBox } from './MentionBox.tsx'

const NEAR = 0.8 * limits.comment

type ComposerProps = {
  /** storage key of the draft; null for a visitor, who sees a link to the login instead */
  place: string | null
  thread: Thread
  box: RefObject<HTMLTextAreaElement | null>
  onSend: () => Promise<void>
  onWriting: (box: HTMLElement) => void
}

/** The text is stored on the device until the thread shows the comment. */
export function Composer({ place, thread, box, onSend, onWriting }: ComposerProps) {
  const { viewer } = useViewer()
  const from = useFromHere()
  const text = useDraftText(place)
  const sending = useSending(place)
  const [error, setError] = useState<string | null>(null)
  const note = useId()

  if (!viewer || !place) {
    return (
      <p className="mt-4">
        <Link href={paths.login()} state={from} className={`${textLink} inline-flex min-h-11 items-center`}>
          {texts.comments.logIn}
        </Link>
      </p>
    )
  }

  const type = ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => {
    onWriting(currentTarget)
    setError(null)
    changeDraft(place, (draft) => ({ ...draft, text: currentTarget.value }))
  }
  const submit = () => {
    if (sending) return
    const problem = commentProblem(text.trim())
    setError(problem)
    if (problem) return box.current!.focus()
    // The sent comment appears above the box and must not move it.
    onWriting(box.current!)
    void onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event.nativeEvent) && (event.ctrlKey || event.metaKey) && !event.repeat) submit()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="mt-5"
    >
      <div className="flex items-end gap-3">
        <Avatar
          nickname={viewer.nickname}
          src={viewer.avatar}
          size="sm"
          className="mt-1.5 self-start max-sm:hidden"
        />
        <MentionBox text={text} thread={thread} className="min-w-0 flex-1">
          <GrowingText
            ref={box}
            rows={1}
            aria-label={texts.comments.box}
            placeholder={texts.comments.boxHint}
            aria-invalid={error !== null}
            aria-describedby={note}
            value={text}
            onChange={type}
            onFocus={({ currentTarget }) => onWriting(currentTarget)}
            onKeyDown={onKeyDown}
            className={classes(
              'block max-h-72 min-h-11 w-full resize-none rounded-control border bg-surface',
              'px-3.5 py-2.25 text-base text-ink transition-colors duration-150 placeholder:text-muted',
              error ? 'border-danger' : 'border-edge hover:border-muted focus:border-muted',
            )}
          />
        </MentionBox>
        <Button
          type="submit"
          variant={isBlank(text) ? 'quiet' : 'primary'}
          busy={sending !== null}
          // The second click of a double click must not submit the empty box, which would show an error.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {texts.comments.send}
        </Button>
      </div>
      <div id={note} className="flex justify-between gap-4 text-sm sm:pl-11">
        <p role="alert" className="text-danger">
          {error}
        </p>
        {text.length > NEAR && (
          <p
            className={classes('shrink-0 pt-1', text.length > limits.comment ? 'text-danger' : 'text-muted')}
          >
            {fullCount(text.length)} / {fullCount(limits.comment)}
          </p>
        )}
      </div>
    </form>
  )
}
