import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm, useWatch, type Path, type UseFormReturn } from 'react-hook-form'
import { useLocation } from 'wouter'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { isUploadedAvatar } from '../../shared/pictures.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { useViewer } from '../auth/viewer.tsx'
import { useLeaveGuard } from '../lib/leaveGuard.ts'
import { errorText, isConflict, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { TextArea, TextField } from '../ui/Field.tsx'
import { LeaveDialog } from '../ui/LeaveDialog.tsx'
import { lowerCased } from '../ui/lowerCase.ts'
import { SettingsSection } from '../ui/SettingsSection.tsx'
import { toast } from '../ui/toast.ts'
import { AvatarField } from './AvatarField.tsx'
import { LinkFields } from './LinkFields.tsx'
import {
  pictureLoads,
  profileInput,
  profileResolver,
  rebased,
  refusedFields,
  valuesOf,
  type ProfileValues,
} from './profileForm.ts'

/** Unsaved input of users whose session ended; restored when they log in again in this tab. */
const drafts = new Map<string, ProfileValues>()

type Form = UseFormReturn<ProfileValues>

export function ProfileForm({ profile }: { profile: Profile }) {
  const [, navigate] = useLocation()
  const form = useForm<ProfileValues>({ resolver: profileResolver, defaultValues: valuesOf(profile) })
  const { register, control, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  const forget = useKept(profile.nickname, form)
  useEffect(() => profileResolver.load(), [])
  const guard = useLeaveGuard(isDirty)
  const [avatar, bio, nickname] = useWatch({ control, name: ['avatar', 'bio', 'nickname'] })

  const leave = (nickname: string) =>
    guard.leave(() => {
      forget()
      navigate(paths.profile(nickname))
    })
  // The profile that the edits are based on. A conflict replaces it: another tab or device changed the profile.
  const [baseProfile, setBaseProfile] = useState(profile)
  const submit = useSubmit({
    form,
    baseProfile,
    onNewer: setBaseProfile,
    onSaved: forget,
    onDone: leave,
  })
  const showPicture = useShownPicture(profile.nickname, (avatar) => {
    setBaseProfile({ ...baseProfile, avatar })
    form.resetField('avatar', { defaultValue: valuesOf({ ...baseProfile, avatar }).avatar })
  })

  return (
    <form
      noValidate
      aria-label={texts.profile}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <SettingsSection title={texts.profile} text={texts.users.profileHint}>
        <div className="flex flex-col gap-3">
          <TextField
            label={texts.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.nickname?.message}
            {...lowerCased(register('nickname'))}
          />
          <AvatarField
            nickname={nickname}
            url={avatar}
            error={errors.avatar?.message}
            uploaded={isUploadedAvatar(baseProfile.avatar) ? baseProfile.avatar : null}
            onPicture={showPicture}
            {...register('avatar')}
          />
          <TextArea
            label={texts.users.biography}
            length={bio.length}
            limit={limits.bio}
            error={errors.bio?.message}
            {...register('bio')}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={texts.users.links} text={texts.users.linksHint}>
        <LinkFields form={form} />
        <div className="mt-3">
          <ErrorBanner text={errors.root?.message ?? null} />
        </div>
        <div className="mt-5 flex justify-end gap-3">
          <Button onClick={() => leave(profile.nickname)}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isSubmitting ? texts.saving : texts.save}
          </Button>
        </div>
      </SettingsSection>
      <LeaveDialog guard={guard} text={texts.account.unsaved} onDiscard={forget} />
    </form>
  )
}

/** Returns a function that shows the viewer's new picture everywhere; what is typed into the form stays. */
function useShownPicture(nickname: string, onChange: (avatar: string | null) => void) {
  const { viewer, changeViewer } = useViewer()
  const utils = trpc.useUtils()
  return (avatar: string | null) => {
    onChange(avatar)
    utils.users.profile.setData({ nickname }, (profile) => profile && { ...profile, avatar })
    // A response that is under way may be older.
    void utils.users.profile.invalidate({ nickname })
    if (viewer) void changeViewer({ ...viewer, avatar })
  }
}

type Submission = {
  form: Form
  baseProfile: Profile
  onNewer: (profile: Profile) => void
  onSaved: () => void
  onDone: (nickname: string) => void
}

function useSubmit({ form, baseProfile, onNewer, onSaved, onDone }: Submission) {
  const { nickname } = baseProfile
  const { changeViewer } = useViewer()
  const utils = trpc.useUtils()
  const update = trpc.users.update.useMutation()

  const takeNewer = async () => {
    const newer = await utils.client.users.profile.query({ nickname })
    const { base, typed } = rebased(form.getValues(), baseProfile, newer)
    onNewer(newer)
    form.reset(base)
    for (const [name, value] of Object.entries(typed)) {
      form.setValue(name as Path<ProfileValues>, value, { shouldDirty: true })
    }
  }

  const refuse = (error: unknown, values: ProfileValues) => {
    const fields = refusedFields(error, values)
    fields.forEach(([field, message], index) =>
      form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 }),
    )
    if (fields.length === 0) form.setError('root', { message: errorText(error, texts.users.updateBroken) })
    toast.error(texts.users.updateFailed)
  }

  return form.handleSubmit(async (values) => {
    const input = profileInput(values, baseProfile)
    const picture = input.avatar?.trim()
    // Only a changed picture is checked: one that no longer loads must not prevent other changes.
    if (picture && !(await pictureLoads(picture))) {
      const error = { type: 'picture', message: texts.users.avatarInvalid }
      return form.setError('avatar', error, { shouldFocus: true })
    }
    try {
      const viewer = await update.mutateAsync(input)
      onSaved()
      if (viewer.nickname === nickname) await utils.users.profile.invalidate()
      await changeViewer(viewer)
      toast.success(texts.users.updated)
      onDone(viewer.nickname)
    } catch (error) {
      // Without the newer profile, the next attempt would be rejected again.
      if (isConflict(error)) await takeNewer().catch(() => undefined)
      refuse(error, values)
    }
  })
}

/** Keeps unsaved input if the form is unmounted, and restores it; returns a function that discards it. */
function useKept(nickname: string, { reset, getValues, formState }: Form) {
  const forgotten = useRef(false)
  const dirty = useRef(false)
  useEffect(() => {
    dirty.current = formState.isDirty
  })
  useLayoutEffect(() => {
    const draft = drafts.get(nickname)
    drafts.delete(nickname)
    if (draft) reset(draft, { keepDefaultValues: true })
    return () => {
      if (dirty.current && !forgotten.current) drafts.set(nickname, getValues())
    }
  }, [nickname, reset, getValues])
  return () => {
    forgotten.current = true
  }
}
