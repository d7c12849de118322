import { AdminFrame } from './AdminFrame.tsx'
import { Person } from './Person.tsx'

export default function AdminPersonPage({ nickname: name }: { nickname: string }) {
  const nickname = name.trim().toLowerCase()
  return (
    <AdminFrame part="people" title={nickname}>
      <Person key={nickname} nickname={nickname} />
    </AdminFrame>
  )
}
