import type { OwnSession } from '../../shared/auth.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/accountSettings.ts'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { toast } from '../ui/toast.ts'

export function Sessions() {
  const sessions = trpc.auth.sessions.useQuery(undefined, { staleTime: 0 })
  const utils = trpc.useUtils()
  const refresh = () => utils.auth.sessions.invalidate()
  const onError = (error: unknown) => {
    toast.error(errorText(error))
  }
  const endOthers = trpc.auth.endOtherSessions.useMutation({
    onSuccess: async () => {
      toast.success(texts.accountSettings.othersEnded)
      await refresh()
    },
    onError,
  })
  if (!sessions.data) {
    return (
      <SectionPlaceholder query={sessions} failed={texts.accountSettings.sessionsFailed} className="h-14" />
    )
  }
  const hasOthers = sessions.data.some(({ current }) => !current)
  return (
    <>
      <ul aria-label={texts.accountSettings.sessions} className="-mt-2 divide-y divide-line">
        {sessions.data.map((session) => (
          <Session key={session.id} session={session} onEnded={refresh} onError={onError} />
        ))}
      </ul>
      {hasOthers && (
        <Button className="mt-5" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {texts.accountSettings.logOutOthers}
        </Button>
      )}
    </>
  )
}

type SessionProps = {
  session: OwnSession
  onEnded: () => Promise<unknown>
  onError: (error: unknown) => void
}

function Session({ session: { id, device, lastSeenAt, current }, onEnded, onError }: SessionProps) {
  const end = trpc.auth.endSession.useMutation({
    onSuccess: async () => {
      toast.success(texts.accountSettings.sessionEnded)
      await onEnded()
    },
    onError,
  })
  return (
    <li className="flex min-h-16 items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">
          {current ? (
            texts.accountSettings.thisDevice
          ) : (
            <>
              {texts.account.lastUsed} <RelativeTime iso={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          aria-label={texts.accountSettings.logOutDevice(device)}
          busy={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          {texts.accountSettings.logOut}
        </Button>
      )}
    </li>
  )
}
