import type { ComponentType } from 'react'
import { readAdminPart, type AdminPart } from '../../shared/adminParts.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import NotFoundPage from '../ui/NotFoundPage.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { Announcement } from './Announcement.tsx'
import { Backups } from './Backups.tsx'
import { Invitations } from './Invitations.tsx'
import { People } from './People.tsx'
import { Trail } from './Trail.tsx'

const components: Record<AdminPart, ComponentType> = {
  people: People,
  invitations: Invitations,
  settings: lazyPage(() => import('./Settings.tsx')),
  backups: Backups,
  announcement: Announcement,
  trail: Trail,
}

export default function AdminPartPage({ part: name }: { part: string }) {
  const part = readAdminPart(name)
  if (!part) return <NotFoundPage />
  const Part = components[part]
  return (
    <AdminFrame part={part}>
      <Part />
    </AdminFrame>
  )
}
