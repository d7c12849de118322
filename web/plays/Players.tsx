import { useState } from 'react'
import type { ScrobblingSettings } from '../../shared/plays.ts'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/plays.ts'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { toast } from '../ui/toast.ts'
import { useOnce } from '../ui/useOnce.ts'
import { CopyField } from './CopyField.tsx'

/** Turns scrobbling on and off, and shows what players need. The secret is shown once, in the tab that created it. */
export function Players({ settings }: { settings: ScrobblingSettings }) {
  const utils = trpc.useUtils()
  const { viewer } = useViewer()
  const [secret, setSecret] = useState<string | null>(null)
  const refetch = () => utils.scrobbling.mine.invalidate()
  const onError = (error: unknown) => toast.error(errorText(error, texts.plays.changeFailed))
  const turnOn = trpc.scrobbling.turnOn.useMutation({
    async onSuccess(created) {
      toast.success(settings.on ? texts.plays.renewed : texts.plays.turnedOn)
      await refetch()
      setSecret(created.secret)
    },
    onError,
  })
  const turnOff = trpc.scrobbling.turnOff.useMutation({
    async onSuccess() {
      toast.success(texts.plays.turnedOff)
      await refetch()
      setSecret(null)
    },
    onError,
  })
  // A second secret of a double click would end the first one, which is shown.
  const turnOnOnce = useOnce(() => turnOn.mutateAsync().catch(() => null))
  const busy = turnOn.isPending || turnOff.isPending
  if (!settings.on)
    return (
      <Button
        variant="primary"
        className="self-start"
        ref={(button) => {
          // The button that had the focus no longer exists.
          if (turnOff.isSuccess && document.activeElement === document.body) button?.focus()
        }}
        busy={busy}
        onClick={() => void turnOnOnce()}
      >
        {texts.plays.turnOn}
      </Button>
    )
  const isShown = secret !== null && secret.endsWith(settings.lastFour!)
  return (
    <div className="flex max-w-reading flex-col gap-3">
      <CopyField
        label={texts.plays.listenBrainzUrl}
        value={settings.listenBrainzUrl}
        hint={texts.plays.listenBrainzUrlHint}
      />
      <CopyField
        label={texts.plays.lastfmUrl}
        value={settings.lastfmUrl}
        hint={texts.plays.lastfmUrlHint(viewer!.nickname)}
      />
      {isShown && (
        <CopyField
          key={secret}
          label={texts.plays.secret}
          value={secret}
          hint={texts.plays.secretOnce}
          isNew
        />
      )}
      <Contact settings={settings} isShown={isShown} />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button busy={turnOn.isPending} disabled={turnOff.isPending} onClick={() => void turnOnOnce()}>
          {texts.plays.newSecret}
        </Button>
        <Button
          variant="outline"
          busy={turnOff.isPending}
          disabled={turnOn.isPending}
          onClick={() => turnOff.mutate()}
        >
          {texts.plays.turnOff}
        </Button>
      </div>
    </div>
  )
}

function Contact({ settings, isShown }: { settings: ScrobblingSettings; isShown: boolean }) {
  const { lastFour, lastContact, lastProblem } = settings
  return (
    <div className="text-sm text-muted">
      {!isShown && <p>{texts.plays.secretEnds(lastFour!)}</p>}
      <p>
        {lastContact === null ? (
          texts.plays.noContact
        ) : (
          <>
            {texts.plays.lastContact} <RelativeTime iso={lastContact} />
          </>
        )}
      </p>
      {lastProblem !== null && <p className="text-danger">{texts.plays.problem(lastProblem)}</p>}
    </div>
  )
}
