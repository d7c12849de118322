import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Record } from '../ui/Record.tsx'
import { useFromHere } from './from.ts'

export function SignInToView() {
  const from = useFromHere()
  return (
    <EmptyState
      icon={<Record className="size-24" />}
      text={texts.signInToView}
      action={
        <ButtonLink href={paths.login()} state={from} variant="primary">
          {texts.login}
        </ButtonLink>
      }
    />
  )
}
