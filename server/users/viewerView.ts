import type { Viewer } from '../../shared/auth.ts'
import type { Role } from '../generated/prisma/client.ts'
import { canModerate } from './roles.ts'

export const viewerView = ({
  nickname,
  avatar,
  bio,
  role,
}: {
  nickname: string
  avatar: string | null
  bio: string | null
  role: Role
}): Viewer => ({
  nickname,
  avatar,
  bio,
  ...(canModerate(role) && { isModerator: true }),
  ...(role === 'admin' && { isAdmin: true }),
})
