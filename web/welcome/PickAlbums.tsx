import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { fiveMinutes, isNotFound, queryClient, refusalText, trpc, trpcClient } from '../lib/trpc.ts'
import { marksQuery } from '../logs/marks.ts'
import { texts } from '../texts/arriving.ts'
import { textLink } from '../ui/Page.tsx'
import { toast } from '../ui/toast.ts'
import { AlbumChoice } from './AlbumChoice.tsx'
import { PickedAlbums } from './PickedAlbums.tsx'
import { keyOf, refOf, usePicks, type Pick, type Picks } from './picks.ts'
import { WelcomeStep } from './WelcomeStep.tsx'

/** First step of the welcome: albums that the viewer loves. */
export function PickAlbums({ nickname }: { nickname: string }) {
  const chosen = usePicks(nickname)
  const [announcement, setAnnouncement] = useState('')
  const { save, isSaving, putBack } = useSavePicks(nickname, chosen)
  const picks: Picks = {
    ...chosen,
    toggle(album, wanted) {
      const pick = chosen.picks.find((each) => keyOf(each) === keyOf(album))
      chosen.toggle(album, wanted)
      if (!wanted && pick?.given) void putBack(pick)
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

function useSavePicks(nickname: string, { picks, toggle, markGiven }: ReturnType<typeof usePicks>) {
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const pick = trpc.favorites.pick.useMutation({
    // Serialized: an album that is put back and picked again keeps its heart.
    scope: { id: 'picks' },
    onSuccess() {
      void utils.users.profile.invalidate()
      void utils.favorites.of.invalidate()
      void utils.suggestions.invalidate()
    },
  })
  const sayFailed = (error: unknown) => toast.error(refusalText(error, texts.arriving.pickFailed))
  const save = async () => {
    try {
      const fresh = picks.filter(({ given }) => !given)
      if (fresh.length > 0) {
        const marks = await Promise.all(
          fresh.map((album) =>
            queryClient.fetchQuery({ ...marksQuery(nickname, refOf(album)), staleTime: 0 }),
          ),
        )
        // The first call has those of the top four.
        for (let at = 0; at < picks.length; at += limits.picks)
          await pick.mutateAsync({ albums: picks.slice(at, at + limits.picks).map(refOf) })
        // A heart from before stays when its album is put back.
        markGiven(fresh.filter((_, index) => !marks[index]!.favorite))
      }
    } catch (error) {
      sayFailed(error)
      return
    }
    navigate(paths.welcomeStep('people'))
  }
  /** Takes the heart away at once, because the step can also be left without 'Next'. */
  const putBack = (album: Pick) => {
    const others = picks.filter((each) => each.given && keyOf(each) !== keyOf(album))
    return pick
      .mutateAsync({ albums: others.slice(0, limits.picks).map(refOf), putBack: [refOf(album)] })
      .catch((error: unknown) => {
        toggle(album, true)
        sayFailed(error)
      })
  }
  return { save, isSaving: pick.isPending, putBack }
}
