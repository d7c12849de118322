import { texts } from '../../shared/texts.ts'
import { readFrom } from '../auth/from.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { useSearch } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import Passkeys from './Passkeys.tsx'

/** Passkeys of an account that its owner has just recovered: some can belong to somebody else. */
export default function KeptPasskeysPage() {
  usePageTitle(texts.passkeys.title)
  const { viewer } = useViewer()
  const from = readFrom(null, useSearch())
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-6 text-3xl">{texts.passkeys.title}</PageHeading>
      {viewer ? <Kept key={viewer.nickname} from={from} /> : <SignInToView />}
    </Page>
  )
}

function Kept({ from }: { from: string }) {
  const means = trpc.auth.means.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: false })
  if (!means.data)
    return <SectionPlaceholder query={means} failed={texts.account.meansFailed} className="h-28" />
  const { password, fresh } = means.data
  return (
    <>
      <p className="mb-6 text-muted">{texts.passkeys.kept}</p>
      <Passkeys hasPassword={password} isFresh={fresh} isTakenOver />
      <ButtonLink href={from} variant="primary" className="mt-8">
        {texts.passkeys.goOn}
      </ButtonLink>
    </>
  )
}
