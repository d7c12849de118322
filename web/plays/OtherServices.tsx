import { useForm, useWatch } from 'react-hook-form'
import { limits } from '../../shared/limits.ts'
import type { PullState, ScrobblingSettings } from '../../shared/plays.ts'
import { errorText, setFieldErrors, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/plays.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { relativeTime } from '../ui/relativeTime.ts'
import { toast } from '../ui/toast.ts'
import { useSetScrobbling } from './useSetScrobbling.ts'

type OtherServicesProps = { settings: ScrobblingSettings }

/** Names at services whose plays Plak fetches. */
export function OtherServices({ settings }: OtherServicesProps) {
  const utils = trpc.useUtils()
  const set = useSetScrobbling()
  const pull = trpc.scrobbling.pullNow.useMutation({
    async onSuccess() {
      toast.success(texts.plays.pullStarted)
      await utils.scrobbling.mine.invalidate()
    },
    onError: (error) => toast.error(errorText(error, texts.plays.changeFailed)),
  })
  const { lastfmUser, listenBrainzUser, hasLastfm, pulls } = settings
  const names = { lastfmUser, listenBrainzUser }
  const form = useForm({ defaultValues: names })
  const { register, handleSubmit, formState, control } = form
  const typed = useWatch({ control })

  const submit = handleSubmit(async (values) => {
    if (set.isPending) return
    try {
      const saved = await set.mutateAsync(hasLastfm ? values : { listenBrainzUser: values.listenBrainzUser })
      form.reset({ lastfmUser: saved.lastfmUser, listenBrainzUser: saved.listenBrainzUser })
    } catch (error) {
      if (!setFieldErrors(error, form)) toast.error(errorText(error, texts.plays.changeFailed))
    }
  })

  const field = (name: keyof typeof names, label: string, state: PullState) => {
    const isSaved = names[name] !== '' && typed[name]?.trim() === names[name]
    return (
      <TextField
        label={label}
        maxLength={limits.serviceUser}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors[name]?.message ?? (isSaved ? (state.problem ?? undefined) : undefined)}
        hint={isSaved ? hintOf(state) : undefined}
        {...register(name)}
      />
    )
  }

  return (
    <form
      noValidate
      data-unsent={formState.isDirty || undefined}
      className="max-w-reading"
      onSubmit={(event) => void submit(event)}
    >
      <h3 className="heading text-lg">{texts.plays.fromServices}</h3>
      <p className="mb-3 text-sm text-muted">{texts.plays.fromServicesHint}</p>
      <div className="grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-2">
        {hasLastfm && field('lastfmUser', texts.plays.lastfmUser, pulls.lastfm)}
        {field('listenBrainzUser', texts.plays.listenBrainzUser, pulls.listenbrainz)}
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" busy={set.isPending}>
          {texts.save}
        </Button>
        {(lastfmUser !== '' || listenBrainzUser !== '') && (
          <Button variant="outline" busy={pull.isPending} onClick={() => pull.mutate()}>
            {texts.plays.pullNow}
          </Button>
        )}
      </div>
    </form>
  )
}

const hintOf = ({ at }: PullState): string =>
  at === null ? texts.plays.pulling : texts.plays.pulled(relativeTime(at, new Date()))
