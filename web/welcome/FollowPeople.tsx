import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { PeopleToFollow } from '../suggestions/PeopleToFollow.tsx'
import { texts } from '../texts/arriving.ts'
import { WelcomeStep } from './WelcomeStep.tsx'

/** Second step of the welcome: people who love the same albums, and people whom many follow. */
export function FollowPeople() {
  const [, navigate] = useLocation()
  return (
    <WelcomeStep
      step={2}
      title={texts.arriving.follow}
      hint={texts.arriving.followHint}
      onNext={async () => navigate(paths.welcomeStep('history'))}
    >
      <PeopleToFollow />
    </WelcomeStep>
  )
}
