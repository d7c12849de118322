import type { NotificationSettings as Settings, SettingKind } from '../../shared/notifications.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/push.ts'
import { Checkbox } from '../ui/Field.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { toast } from '../ui/toast.ts'
import { PushDevices } from './PushDevices.tsx'

type Channels = { here?: boolean; email?: boolean; push?: boolean }

const box = 'size-5 cursor-pointer accent-accent'

export default function NotificationSettings() {
  const t = texts.notifications
  const { query, change, changeDigest } = useSettings()
  if (!query.data) return <SectionPlaceholder query={query} failed={t.failed} className="h-125" />
  const { kinds, digest, mail, push } = query.data
  return (
    <div className="max-w-reading">
      <table className="w-full text-start">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className="py-2 font-semibold">
              {t.kind}
            </th>
            <th scope="col" className="w-16 px-1 text-center font-semibold sm:w-20">
              {t.here}
            </th>
            {mail && (
              <th scope="col" className="w-16 px-1 text-center font-semibold sm:w-20">
                {t.email}
              </th>
            )}
            {push && (
              <th scope="col" className="w-16 px-1 text-center font-semibold sm:w-20">
                {texts.push.column}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, here: inApp, email, push: isPushed = false }) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1 font-normal">
                {t.kinds[kind]}
              </th>
              <Cell
                label={`${t.kinds[kind]}: ${t.here}`}
                checked={inApp}
                onChange={(isOn) => change(kind, { here: isOn })}
              />
              {mail && (
                <Cell
                  label={`${t.kinds[kind]}: ${t.email}`}
                  checked={email}
                  onChange={(isOn) => change(kind, { email: isOn })}
                />
              )}
              {push && (
                <Cell
                  label={`${t.kinds[kind]}: ${texts.push.column}`}
                  checked={isPushed}
                  onChange={(isOn) => change(kind, { push: isOn })}
                />
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {mail && (
        <div className="border-t border-line pt-3">
          <Checkbox
            label={t.digest}
            checked={digest}
            onChange={({ target }) => changeDigest(target.checked)}
          />
          <p className="text-sm text-muted">{t.digestHint}</p>
        </div>
      )}
      {push && <PushDevices />}
    </div>
  )
}

/** Settings that show a change at once. */
function useSettings() {
  const utils = trpc.useUtils()
  const query = trpc.notifications.settings.useQuery(undefined, { staleTime: 0 })
  const show = (update: (previous: Settings) => Settings) => {
    // A response that is under way may be older than the change.
    void utils.notifications.settings.cancel()
    utils.notifications.settings.setData(undefined, (previous) => previous && update(previous))
  }
  // With another change under way, an answer would undo what that shows.
  const isLast = () => utils.notifications.set.isMutating() === 1
  const { mutate } = trpc.notifications.set.useMutation({
    // Serialized, so that the last response is the current state.
    scope: { id: 'notification settings' },
    onSuccess(newSettings) {
      if (isLast()) show(() => newSettings)
    },
    onError(error) {
      toast.error(errorText(error))
      if (isLast()) void query.refetch()
    },
  })
  const change = (kind: SettingKind, channels: Channels) => {
    show((previous) => ({
      ...previous,
      kinds: previous.kinds.map((row) => (row.kind === kind ? { ...row, ...channels } : row)),
    }))
    mutate({ kind, ...channels })
  }
  const changeDigest = (isOn: boolean) => {
    show((previous) => ({ ...previous, digest: isOn }))
    mutate({ digest: isOn })
  }
  return { query, change, changeDigest }
}

type CellProps = { label: string; checked: boolean; onChange: (isOn: boolean) => void }

function Cell({ label, checked, onChange }: CellProps) {
  return (
    <td className="px-2">
      <label className="flex min-h-11 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          className={box}
        />
      </label>
    </td>
  )
}
