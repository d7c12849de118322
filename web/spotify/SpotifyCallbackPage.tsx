import { useCallback, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { paths } from '../../shared/paths.ts'
import { fromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { useQuery } from '../lib/navigation.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/spotify.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { Record } from '../ui/Record.tsx'
import { expectFirstSync } from './firstSync.ts'

const BACK_AFTER = 1_500

/** Result of an authorization; `problem` is null on success. */
type Outcome = { problem: string | null }

function problemOf(answer: URLSearchParams): string | null {
  if (answer.has('error')) return texts.spotify.cancelled
  return answer.get('code') ? null : texts.spotify.codeMissing
}

/** The outcome replaces the code in the history: a reload shows it again, and no secret stays in the URL. */
export default function SpotifyCallbackPage() {
  usePageTitle(texts.spotify.connect)
  const { viewer } = useViewer()
  const answer = useQuery()
  const outcome = useHistoryState<{ outcome?: Outcome } | null>()?.outcome
  const problem = outcome ? outcome.problem : problemOf(answer)
  if (outcome || problem) return <Result problem={problem} isKept={outcome !== undefined} />
  if (!viewer) return <Redirect to={paths.login()} state={fromHere()} replace />
  return <Connecting answer={answer} />
}

function useKeepOutcome() {
  const [, navigate] = useLocation()
  return useCallback(
    (outcome: Outcome) => navigate(paths.spotifyCallback(), { replace: true, state: { outcome } }),
    [navigate],
  )
}

/** Redeems the code. The server returns the first outcome to a repeated request, so an effect that runs twice is harmless. */
function Connecting({ answer }: { answer: URLSearchParams }) {
  const { client } = trpc.useUtils()
  const keepOutcome = useKeepOutcome()
  useEffect(() => {
    const leaving = new AbortController()
    const [code, state] = [answer.get('code') ?? '', answer.get('state') ?? '']
    const connect = async () => {
      const outcome = await client.spotify.connect.mutate({ code, state }).then(
        () => ({ problem: null }),
        (error: unknown) => ({ problem: refusalText(error, texts.spotify.connectBroken) }),
      )
      if (leaving.signal.aborted) return
      if (!outcome.problem) expectFirstSync()
      keepOutcome(outcome)
    }
    void connect()
    return () => leaving.abort()
  }, [answer, client, keepOutcome])
  return <Frame text={texts.spotify.connecting} isTurning />
}

function Result({ problem, isKept }: { problem: string | null; isKept: boolean }) {
  const [, navigate] = useLocation()
  const keepOutcome = useKeepOutcome()
  useEffect(() => {
    if (!isKept) keepOutcome({ problem })
    if (problem) return
    const timer = setTimeout(() => navigate(paths.ownProfile(), { replace: true }), BACK_AFTER)
    return () => clearTimeout(timer)
  }, [problem, isKept, keepOutcome, navigate])
  return <Frame text={problem ?? texts.spotify.connected} isProblem={problem !== null} />
}

type FrameProps = { text: string; isProblem?: boolean; isTurning?: boolean }

function Frame({ text, isProblem = false, isTurning = false }: FrameProps) {
  const [, navigate] = useLocation()
  return (
    <Page width="form" className="flex flex-col items-center text-center sm:py-24">
      <Record className={classes('size-24', isTurning && 'animate-spin [animation-duration:1.8s]')} />
      <PageHeading className="mt-8 text-3xl">{texts.spotify.title}</PageHeading>
      <p
        role={isProblem ? 'alert' : 'status'}
        className={classes('mt-3 text-lg text-balance', isProblem ? 'text-danger' : 'text-muted')}
      >
        {text}
      </p>
      {isProblem && (
        <Button className="mt-8" onClick={() => navigate(paths.ownProfile(), { replace: true })}>
          {texts.backToProfile}
        </Button>
      )}
    </Page>
  )
}
