import { useId } from 'react'
import type { SuggestionSwitches } from '../../shared/visibility.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/arriving.ts'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { toast } from '../ui/toast.ts'

/** Whether others are shown the viewer, and whether the viewer is shown people and albums by their taste. */
export default function SuggestionSettings() {
  const utils = trpc.useUtils()
  const settings = trpc.visibility.settings.useQuery(undefined, { staleTime: 0 })
  const show = (switches: Partial<SuggestionSwitches>) => {
    // A response that is under way may be older than the change.
    void utils.visibility.settings.cancel()
    utils.visibility.settings.setData(undefined, (previous) => previous && { ...previous, ...switches })
  }
  // With another change under way, an answer would undo what that shows.
  const isLast = () => utils.visibility.setSuggestions.isMutating() === 1
  const { mutate } = trpc.visibility.setSuggestions.useMutation({
    // Serialized, so that the last response is the current state.
    scope: { id: 'suggestion switches' },
    onSuccess(switches) {
      if (isLast()) show(switches)
      void utils.suggestions.invalidate()
    },
    onError(error) {
      toast.error(errorText(error))
    },
    // Other settings may have changed meanwhile.
    onSettled() {
      if (isLast()) void utils.visibility.settings.invalidate()
    },
  })
  if (!settings.data)
    return <SectionPlaceholder query={settings} failed={texts.visibility.failed} className="h-28" />
  const { suggestMe, personalSuggestions } = settings.data
  const change = (switches: Partial<SuggestionSwitches>) => {
    show(switches)
    mutate(switches)
  }
  return (
    <div className="flex max-w-reading flex-col gap-3">
      <Switch
        label={texts.arriving.suggestMe}
        hint={texts.arriving.suggestMeHint}
        isOn={suggestMe}
        onChange={(isOn) => change({ suggestMe: isOn })}
      />
      <Switch
        label={texts.arriving.personal}
        hint={texts.arriving.personalHint}
        isOn={personalSuggestions}
        onChange={(isOn) => change({ personalSuggestions: isOn })}
      />
    </div>
  )
}

type SwitchProps = { label: string; hint: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const hintId = useId()
  return (
    <div>
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          aria-describedby={hintId}
          onChange={() => onChange(!isOn)}
          className="size-5 shrink-0 cursor-pointer accent-accent"
        />
        {label}
      </label>
      <p id={hintId} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
