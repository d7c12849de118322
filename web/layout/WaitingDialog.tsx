import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { keepDraft } from '../lib/onDevice.ts'
import { draftPlace, type LogValues } from '../logs/form/draft.ts'
import { removeWaiting } from '../offline/queue.ts'
import type { Waiting, WaitingInput } from '../offline/waiting.ts'
import { texts } from '../texts/waiting.ts'
import { Button } from '../ui/Button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { passFocusOn } from '../ui/passFocusOn.ts'

type WaitingDialogProps = {
  nickname: string
  things: readonly Waiting[]
  isSignedOut: boolean
  isSending: boolean
  onSend: () => void
  onClose: () => void
}

export function WaitingDialog(props: WaitingDialogProps) {
  const { nickname, things, isSignedOut, isSending, onSend, onClose } = props
  const [, navigate] = useLocation()
  const decide = (thing: Waiting) => {
    if (thing.procedure !== 'logs.save' || thing.input.id === undefined) return
    const { artist, album, id } = thing.input
    keepDraft(draftPlace(nickname, { artist, album }, id), draftOf(thing.input))
    onClose()
    navigate(paths.album({ artist, name: album }), { state: { log: id } })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={texts.waiting.title}>
      {isSignedOut && (
        <p role="alert" className="mb-4 font-medium text-danger">
          {texts.waiting.logIn}
        </p>
      )}
      {things.length === 0 ? (
        <p className="text-muted">{texts.waiting.none}</p>
      ) : (
        <ol className="divide-y divide-line">
          {things.map((thing) => (
            <WaitingRow key={thing.submission} thing={thing} onDecide={() => decide(thing)} />
          ))}
        </ol>
      )}
      <DialogActions>
        <Button variant="primary" busy={isSending} onClick={onSend}>
          {texts.waiting.sendNow}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function WaitingRow({ thing, onDecide }: { thing: Waiting; onDecide: () => void }) {
  const { madeAt, state, text, submission } = thing
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{labelOf(thing)}</p>
        <p className="text-sm text-muted">
          <time dateTime={new Date(madeAt).toISOString()}>{formatMoment(new Date(madeAt))}</time>
        </p>
        {state === 'changed' && <p className="text-sm text-danger">{texts.waiting.changed}</p>}
        {state === 'refused' && (
          <p className="text-sm text-danger">
            {texts.waiting.refused}
            {text && <span className="block text-muted">{text}</span>}
          </p>
        )}
      </div>
      <div ref={passFocusOn} className="flex gap-2">
        {state === 'changed' && (
          <Button size="sm" onClick={onDecide}>
            {texts.waiting.decide}
          </Button>
        )}
        <Button
          size="sm"
          variant="plain"
          onClick={() => void removeWaiting((other) => other.submission === submission)}
        >
          {texts.waiting.remove}
        </Button>
      </div>
    </li>
  )
}

const { waiting } = texts

function labelOf(thing: Waiting): string {
  const { place = '' } = thing
  if (thing.procedure === 'comments.add') return waiting.commentOn(place)
  const album = `${thing.input.album} · ${thing.input.artist}`
  switch (thing.procedure) {
    case 'favorites.set':
      return (thing.input.favorite ? waiting.favorite : waiting.notFavorite)(album)
    case 'logs.setListened':
      return (thing.input.listened ? waiting.listened : waiting.notListened)(album)
    case 'lists.setAlbum':
      return (thing.input.contained ? waiting.addTo : waiting.removeFrom)(album, place)
    default:
      return waiting.log(album)
  }
}

/** The saving as an unsaved draft: the form then shows that the listening was changed elsewhere. */
function draftOf(input: WaitingInput<'logs.save'>): Partial<LogValues> & { version?: number | undefined } {
  const { version, rating, review, date, favorite, relisten, visibility, tags } = input
  const values = { rating, review, favorite, relisten, visibility, tags, version }
  const given = Object.entries({ ...values, date: date === null ? '' : date })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
