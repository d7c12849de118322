import type { ReactNode } from 'react'

type SettingsSectionProps = {
  id?: string
  title: string
  text: string
  children: ReactNode
}

export function SettingsSection({ id, title, text, children }: SettingsSectionProps) {
  return (
    <section id={id} className="@container scroll-mt-16 border-t border-line py-10">
      <div className="gap-x-16 @4xl:grid @4xl:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="mb-6 @4xl:mb-0">
          <h2 className="heading text-xl">{title}</h2>
          <p className="mt-1 max-w-reading text-muted">{text}</p>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}
