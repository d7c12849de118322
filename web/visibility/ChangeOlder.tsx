import { useState } from 'react'
import { visibilities } from '../../shared/levels.ts'
import { texts } from '../../shared/texts.ts'
import { things, type Visibility, type VisibilitySettings } from '../../shared/visibility.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { toast } from '../ui/toast.ts'
import { VisibilitySelect } from './VisibilitySelect.tsx'

type ChangeOlderProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  settings: VisibilitySettings
}

export function ChangeOlder({ open, onOpenChange, settings }: ChangeOlderProps) {
  const utils = trpc.useUtils()
  const [kind, setKind] = useState<(typeof things)[number]>('logs')
  const [level, setLevel] = useState<Visibility>(settings.default)
  const change = trpc.visibility.changeOlder.useMutation({
    onSuccess: async ({ changed: count }) => {
      toast.success(texts.visibility.changed(count))
      onOpenChange(false)
      // Any page can now contain things that other people can or cannot see.
      await utils.invalidate()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const affectedCount = visibilities
    .filter((each) => each !== level)
    .reduce((sum, each) => sum + settings[kind][each], 0)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.visibility.changeOlder}
      description={texts.visibility.changeOlderHint}
    >
      <div className="flex flex-col gap-5">
        <Segmented
          label={texts.visibility.what}
          options={things.map((value) => ({ value, label: texts.visibility[value] }))}
          value={kind}
          onChange={setKind}
        />
        <VisibilitySelect value={level} onChoose={setLevel} />
      </div>
      <p role="status" className="text-muted">
        {affectedCount === 0 && texts.visibility.nothingToChange}
      </p>
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{texts.cancel}</Button>
        <Button
          variant="primary"
          disabled={affectedCount === 0}
          busy={change.isPending}
          onClick={() => change.mutate({ things: kind, visibility: level })}
        >
          {texts.visibility.change(affectedCount)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
