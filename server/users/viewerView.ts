import type { Viewer } from '../../shared/auth.ts'
import type { Role } from '../generated/prisma/client.ts'

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
}): Viewer => ({ nickname, avatar, bio, ...(role === 'moderator' && { isModerator: true }) })
