import { Sections, SettingsLayout, type Section } from './SettingsLayout.tsx'

const sections: Section[] = []

export default function ConnectionSettingsPage() {
  return (
    <SettingsLayout name="connectionSettings">
      <Sections sections={sections} />
    </SettingsLayout>
  )
}
