import type { Viewer } from '../../shared/auth.ts'
import type { Role } from '../generated/prisma/client.ts'

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
  ...(role === 'moderator' && { isModerator: true }),
  ...(isWelcomed && { isWelcomed: true }),
})
