import type { ComponentType } from 'react'
import { Redirect } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { WelcomeStep } from '../../shared/welcome.ts'
import { useViewer } from '../auth/viewer.tsx'
import { usePathname } from '../lib/navigation.ts'
import NotFoundPage from '../ui/NotFoundPage.tsx'
import { BringHistory } from './BringHistory.tsx'
import { FollowPeople } from './FollowPeople.tsx'
import { PickAlbums } from './PickAlbums.tsx'

const steps: Record<WelcomeStep, ComponentType> = { people: FollowPeople, history: BringHistory }

/** All steps of the welcome. A visitor logs in first, and comes back to the step. */
export default function WelcomePage({ step }: { step?: string }) {
  const { viewer } = useViewer()
  const from = usePathname()
  if (step !== undefined && !Object.hasOwn(steps, step)) return <NotFoundPage />
  if (!viewer) return <Redirect to={paths.login()} state={{ from }} replace />
  const { nickname } = viewer
  // The keys reset the step when another user signs in.
  if (step === undefined) return <PickAlbums key={nickname} nickname={nickname} />
  const Step = steps[step as WelcomeStep]
  return <Step key={nickname} />
}
