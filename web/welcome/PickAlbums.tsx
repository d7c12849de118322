import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { fiveMinutes, isNotFound, refusalText, trpc, trpcClient } from '../lib/trpc.ts'
import { texts } from '../texts/arriving.ts'
import { textLink } from '../ui/Page.tsx'
import { toast } from '../ui/toast.ts'
import { AlbumChoice } from './AlbumChoice.tsx'
import { PickedAlbums } from './PickedAlbums.tsx'
import { refOf, usePicks, type Picks } from './picks.ts'
import { WelcomeStep } from './WelcomeStep.tsx'

/** First step of the welcome: albums that the viewer loves. */
export function PickAlbums({ nickname }: { nickname: string }) {
  const chosen = usePicks(nickname)
  const [announcement, setAnnouncement] = useState('')
  const { save, isSaving } = useSavePicks(chosen.picks)
  const picks: Picks = {
    ...chosen,
    toggle(album, wanted) {
      chosen.toggle(album, wanted)
      const count = chosen.picks.length + (wanted ? 1 : -1)
      setAnnouncement(texts.arriving[wanted ? 'picked' : 'putBack'](album.name, count))
      if (!wanted) return
      // Looked up at once, so that saving does not have to wait for the catalogue.
      trpcClient.lists.choose.mutate(refOf(album)).catch((error: unknown) => {
        if (!isNotFound(error)) return
        chosen.toggle(album, false)
        toast.error(refusalText(error, texts.arriving.pickFailed))
      })
    },
  }
  return (
    <WelcomeStep
      step={1}
      title={texts.arriving.pick}
      hint={texts.arriving.pickHint}
      onNext={save}
      isBusy={isSaving}
      status={chosen.picks.length > 0 ? texts.catalog.albumCount(chosen.picks.length) : ''}
    >
      <GivenName nickname={nickname} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <PickedAlbums picks={picks} />
      <AlbumChoice picks={picks} />
    </WelcomeStep>
  )
}

/** Google gives no nickname, so that it was made from the person's name. */
function GivenName({ nickname }: { nickname: string }) {
  const means = trpc.auth.means.useQuery(undefined, { staleTime: fiveMinutes })
  if (!means.data?.google || means.data.password) return null
  return (
    <p className="mb-6">
      {texts.arriving.nameMade(nickname)}{' '}
      <Link href={paths.editProfile()} className={textLink}>
        {texts.editProfile}
      </Link>
    </p>
  )
}

function useSavePicks(picks: Picks['picks']) {
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const pick = trpc.favorites.pick.useMutation()
  const save = async () => {
    try {
      if (picks.length > 0) await pick.mutateAsync({ albums: picks.map(refOf) })
    } catch (error) {
      toast.error(refusalText(error, texts.arriving.pickFailed))
      return
    }
    void utils.users.profile.invalidate()
    void utils.favorites.of.invalidate()
    void utils.suggestions.invalidate()
    navigate(paths.welcomeStep('people'))
  }
  return { save, isSaving: pick.isPending }
}
