import type { ReactNode } from 'react'
import { paths } from '../../shared/paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeading } from '../ui/Page.tsx'
import { LargeRecord } from '../ui/Record.tsx'

type NoListProps = {
  title: string
  wayText: string
  children?: ReactNode
}

export function NoList({ title, wayText, children }: NoListProps) {
  return (
    <div className="flex flex-col items-center gap-6 py-8 text-center">
      <LargeRecord />
      <PageHeading>{title}</PageHeading>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink href={paths.lists()} variant="primary">
          {wayText}
        </ButtonLink>
        {children}
      </div>
    </div>
  )
}
