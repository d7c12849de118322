import type { Viewer } from '../../shared/auth.ts'
import type { Role } from '../generated/prisma/client.ts'
import { canModerate } from './roles.ts'

type ViewerRow = {
  nickname: string
  avatar: string | null
  bio: string | null
  role: Role
  isWelcomed: boolean
}

export const viewerView = ({ nickname, avatar, bio, role, isWelcomed }: ViewerRow): Viewer => ({
  nickname,
  avatar,
  bio,
  ...(canModerate(role) && { isModerator: true }),
  ...(role === 'admin' && { isAdmin: true }),
  ...(isWelcomed && { isWelcomed: true }),
})
