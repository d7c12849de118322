import { useEffect, useId, useRef, useState } from 'react'
import type { PushDevice } from '../../shared/push.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/push.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { toast } from '../ui/toast.ts'
import { allowHere, canReceive, endHere, NotAllowed, readOwnDevice } from './subscription.ts'

/** The browsers that get push messages, and a button for this one. */
export function PushDevices() {
  const t = texts.push
  const devices = trpc.push.devices.useQuery(undefined, { staleTime: 0 })
  // Read before the button is pressed: browsers ask only directly after that.
  const key = trpc.push.key.useQuery()
  /** undefined until the browser has answered */
  const [own, setOwn] = useState<number | null>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isPressed = useRef(false)
  const refresh = async () => {
    setOwn(await readOwnDevice().catch(() => null))
    isPressed.current = true
    await devices.refetch()
  }
  useEffect(() => {
    void readOwnDevice()
      .catch(() => null)
      .then(setOwn)
  }, [])
  const list = devices.data?.devices
  useEffect(() => {
    // The button that was pressed no longer exists.
    if (isPressed.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [list?.length])
  return (
    <section aria-labelledby="push-devices" className="mt-8 border-t border-line pt-6">
      <h3 ref={heading} id="push-devices" tabIndex={-1} className="mb-1 heading text-lg outline-none">
        {t.devices}
      </h3>
      {!list || !key.data ? (
        <SectionPlaceholder query={list ? key : devices} failed={t.devicesFailed} className="h-24" />
      ) : (
        <>
          {list.length === 0 ? (
            <p className="max-w-reading text-muted">{t.noDevices}</p>
          ) : (
            <ul aria-label={t.devices} className="divide-y divide-line">
              {list.map((device) => (
                <Device key={device.id} device={device} isOwn={device.id === own} onRemoved={refresh} />
              ))}
            </ul>
          )}
          {own !== undefined && !list.some(({ id }) => id === own) && (
            <Allow publicKey={key.data.key} onAllowed={refresh} />
          )}
        </>
      )}
    </section>
  )
}

function Allow({ publicKey, onAllowed }: { publicKey: string; onAllowed: () => Promise<unknown> }) {
  const t = texts.push
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!canReceive()) return <p className="mt-4 max-w-reading text-muted">{t.unable}</p>
  const allow = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await allowHere(publicKey)
      await onAllowed()
      toast.success(t.added)
    } catch (error) {
      const isRefused = error instanceof NotAllowed || error instanceof DOMException
      setProblem(isRefused ? t.refused : errorText(error))
    }
    setBusy(false)
  }
  return (
    <div className="mt-4 space-y-4">
      <ErrorBanner text={problem} />
      <Button busy={isBusy} onClick={() => void allow()}>
        {t.allow}
      </Button>
    </div>
  )
}

type DeviceProps = { device: PushDevice; isOwn: boolean; onRemoved: () => Promise<unknown> }

function Device({ device: { id, name, createdAt }, isOwn, onRemoved }: DeviceProps) {
  const t = texts.push
  const nameId = useId()
  const remove = trpc.push.remove.useMutation({
    onSuccess: async () => {
      if (isOwn) await endHere().catch(() => undefined)
      await onRemoved()
      toast.success(t.removed)
    },
    onError: (error) => {
      toast.error(errorText(error))
    },
  })
  return (
    <li className="flex min-h-16 items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <p id={nameId} className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-muted">
          {isOwn && <>{t.thisDevice} · </>}
          {texts.push.allowed} <RelativeTime iso={createdAt} />
        </p>
      </div>
      <Button
        size="sm"
        aria-describedby={nameId}
        busy={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        {t.remove}
      </Button>
    </li>
  )
}
