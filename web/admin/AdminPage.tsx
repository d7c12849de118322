import { AdminFrame } from './AdminFrame.tsx'
import { Overview } from './Overview.tsx'

export default function AdminPage() {
  return (
    <AdminFrame part="overview">
      <Overview />
    </AdminFrame>
  )
}
