import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { keepDraft } from '../lib/onDevice.ts'
import { draftPlace, readDraft, type Draft } from '../logs/form/draft.ts'
import { removeWaiting } from '../offline/queue.ts'
import type { Waiting } from '../offline/waiting.ts'
import { texts } from '../texts/waiting.ts'
import { Button } from '../ui/Button.tsx'
import { formatMoment } from '../ui/dates.ts'
import { ConfirmDialog, Dialog, DialogActions } from '../ui/Dialog.tsx'
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
  const { decide, replaced, replace, stopReplacing } = useDecision(nickname, things, onClose)
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
      <ConfirmDialog
        open={replaced !== null}
        onOpenChange={stopReplacing}
        title={texts.waiting.replaceTitle}
        text={texts.waiting.replaces}
        verb={texts.waiting.replace}
        onConfirm={replace}
      />
    </Dialog>
  )
}

type Saving = Extract<Waiting, { procedure: 'logs.save' }>

/** Opens the form with a saving as its draft. Asks first if the form has a draft with something that was typed. */
function useDecision(nickname: string, things: readonly Waiting[], onClose: () => void) {
  const [, navigate] = useLocation()
  const [replaced, setReplaced] = useState<Saving | null>(null)
  const open = (thing: Saving, id: number, draft: object | null) => {
    const { artist, album } = thing.input
    if (draft) keepDraft(draftPlace(nickname, { artist, album }, id), draft)
    onClose()
    navigate(paths.album({ artist, name: album }), { state: { log: id } })
  }
  const decide = (thing: Waiting) => {
    if (thing.procedure !== 'logs.save' || thing.input.id === undefined) return
    const { id } = thing.input
    const draft = readDraft(draftPlace(nickname, thing.input, id))
    if (draft?.decides === thing.submission) open(thing, id, null)
    else if (draft && !isCopyOf(draft, things)) setReplaced(thing)
    else open(thing, id, draftOf(thing))
  }
  const replace = () => replaced && open(replaced, replaced.input.id!, draftOf(replaced))
  return { decide, replaced, replace, stopReplacing: () => setReplaced(null) }
}

/** True for the draft of another saving in the list to which nothing was added. */
function isCopyOf(draft: Draft, things: readonly Waiting[]): boolean {
  const source = things.find(({ submission }) => submission === draft.decides)
  if (source?.procedure !== 'logs.save') return false
  const copy = { ...draftOf(source), version: draft.version }
  return Object.entries(draft).every(
    ([name, value]) => JSON.stringify(copy[name as keyof Draft]) === JSON.stringify(value),
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
function draftOf({ input, submission }: Saving): Draft {
  const { version, rating, review, date, favorite, relisten, visibility, tags } = input
  const values = { rating, review, favorite, relisten, visibility, tags, version, decides: submission }
  const given = Object.entries({ ...values, date: date === null ? '' : date })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
