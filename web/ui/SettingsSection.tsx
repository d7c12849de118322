import type { ReactNode } from 'react'

type SettingsSectionProps = {
  title: string
  text: string
  children: ReactNode
}

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <section className="gap-x-16 border-t border-line py-10 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="mb-6 lg:mb-0">
        <h2 className="heading text-xl">{title}</h2>
        <p className="mt-1 max-w-reading text-muted">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
