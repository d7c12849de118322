import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { toast } from '../ui/toast.ts'
import { ChangeOlder } from './ChangeOlder.tsx'
import { PrivateAccount } from './PrivateAccount.tsx'
import { VisibilitySelect } from './VisibilitySelect.tsx'

export default function VisibilitySettings() {
  const settings = trpc.visibility.settings.useQuery(undefined, { staleTime: 0 })
  const utils = trpc.useUtils()
  const [isChanging, setChanging] = useState(false)
  const setDefault = trpc.visibility.setDefault.useMutation({
    // Serialized, so that the last choice is the one that is stored.
    scope: { id: 'default visibility' },
    onSuccess: async ({ visibility }) => {
      utils.visibility.settings.setData(
        undefined,
        (previous) => previous && { ...previous, default: visibility },
      )
      toast.success(texts.visibility.defaultSaved)
      await Promise.all([utils.visibility.settings.invalidate(), utils.logs.mine.invalidate()])
    },
    onError: (error) => toast.error(errorText(error)),
  })
  if (!settings.data)
    return <SectionPlaceholder query={settings} failed={texts.visibility.failed} className="h-28" />
  // Optimistic value; an error shows the stored value again.
  const value = setDefault.isPending ? setDefault.variables.visibility : settings.data.default
  return (
    <div className="flex max-w-reading flex-col gap-3">
      <PrivateAccount settings={settings.data} />
      <VisibilitySelect
        label={texts.visibility.default}
        value={value}
        onChoose={(visibility) => setDefault.mutate({ visibility })}
      />
      <Button className="self-start" onClick={() => setChanging(true)}>
        {texts.visibility.changeOlder}
      </Button>
      <ChangeOlder open={isChanging} onOpenChange={setChanging} settings={settings.data} />
    </div>
  )
}
