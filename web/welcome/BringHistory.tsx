import { Headphones, Upload } from 'lucide-react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/arriving.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { WelcomeStep } from './WelcomeStep.tsx'

/** Last step of the welcome: listens from elsewhere, past and future ones. */
export function BringHistory() {
  return (
    <WelcomeStep step={3} title={texts.arriving.history} hint={texts.arriving.historyHint}>
      <ButtonLink href={paths.import()}>
        <Upload size={18} aria-hidden="true" />
        {texts.layout.import}
      </ButtonLink>
      <ButtonLink href={paths.connectionSettings()}>
        <Headphones size={18} aria-hidden="true" />
        {texts.arriving.scrobble}
      </ButtonLink>
    </WelcomeStep>
  )
}
