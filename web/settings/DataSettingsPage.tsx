import { Download, Upload } from 'lucide-react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/accountSettings.ts'
import { ButtonAnchor, ButtonLink } from '../ui/Button.tsx'
import { Sections, SettingsLayout, type Section } from './SettingsLayout.tsx'

const sections: Section[] = [
  { id: 'data', title: texts.account.data, text: texts.accountSettings.dataHint, content: <OwnData /> },
  {
    id: 'plays',
    title: texts.accountSettings.plays,
    text: texts.accountSettings.playsHint,
    content: <ButtonLink href={paths.plays()}>{texts.accountSettings.openPlays}</ButtonLink>,
  },
]

export default function DataSettingsPage() {
  return (
    <SettingsLayout name="dataSettings">
      <Sections sections={sections} />
    </SettingsLayout>
  )
}

function OwnData() {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonAnchor href={paths.exportZip()} download>
        <Download size={18} aria-hidden="true" />
        {texts.accountSettings.download}
      </ButtonAnchor>
      <ButtonLink href={paths.import()}>
        <Upload size={18} aria-hidden="true" />
        {texts.layout.import}
      </ButtonLink>
    </div>
  )
}
