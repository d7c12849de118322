import { useState } from 'react'
import type { MuteTime } from '../../shared/people.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { toast } from '../ui/toast.ts'
import { useRefreshPeople } from './usePeople.ts'

const times: readonly MuteTime[] = ['hour', 'day', 'week', 'ever']

export default function MuteDialog({ nickname, onClose }: { nickname: string; onClose: () => void }) {
  const refresh = useRefreshPeople()
  const [time, setTime] = useState<MuteTime>('day')
  const mute = trpc.people.mute.useMutation({
    onSuccess() {
      toast.success(texts.people.muted(nickname))
      onClose()
      void refresh()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.people.mutePerson(nickname)}
      description={texts.people.muteHint}
      width="narrow"
      closable={false}
    >
      <div className="flex flex-wrap py-2">
        <Segmented
          label={texts.people.muteTime}
          options={times.map((value) => ({ value, label: texts.people[value] }))}
          value={time}
          onChange={setTime}
        />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="primary" busy={mute.isPending} onClick={() => mute.mutate({ nickname, time })}>
          {texts.people.mute}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
