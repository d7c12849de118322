import { Clock3 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AlbumRef } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { noteListenLater, sayTakenOff } from '../logs/takenOff.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { dateToDay } from '../ui/dates.ts'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { toast } from '../ui/toast.ts'

type ListenLaterButtonProps = {
  album: AlbumRef
  nickname: string
  state: { listenLater: boolean } | undefined
}

export function ListenLaterButton({ album, nickname, state }: ListenLaterButtonProps) {
  const utils = trpc.useUtils()
  // Serialized, so that the last request is the final state.
  const { mutateAsync } = trpc.listenLater.set.useMutation({ scope: { id: 'listen later' } })
  const [pending, setPending] = useState<boolean | null>(null)
  const underway = useRef(0)
  const isOn = pending ?? state?.listenLater ?? false

  const send = async (isWanted: boolean) => {
    setPending(isWanted)
    underway.current += 1
    try {
      const answer = await mutateAsync({ ...album, wanted: isWanted, today: dateToDay(new Date()) })
      noteListenLater(nickname, album, answer.listenLater)
      if (answer.takenOff) sayTakenOff(nickname, album, answer.takenOff)
    } catch (error) {
      toast.error(errorText(error))
      // A request that failed on the network may still have reached the server.
      void utils.logs.mine.invalidate(album)
    } finally {
      underway.current -= 1
      if (underway.current === 0) setPending(null)
    }
  }
  return (
    <Button
      aria-pressed={isOn}
      // Disabled until the current state is known.
      busy={state === undefined}
      onClick={(click) => isFirstClick(click) && void send(!isOn)}
      className={classes(isOn && 'ring ring-accent ring-inset')}
    >
      {state !== undefined && (
        <Clock3
          size={18}
          aria-hidden="true"
          strokeWidth={isOn ? 2.75 : 2}
          className={classes(isOn && 'text-accent-ink')}
        />
      )}
      {texts.listenLater.title}
    </Button>
  )
}
