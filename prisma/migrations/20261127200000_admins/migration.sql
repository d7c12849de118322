-- Administrators, above moderators. Nobody becomes one by the upgrade.

-- AlterTable
ALTER TABLE `User` MODIFY `role` ENUM('member', 'moderator', 'admin') NOT NULL DEFAULT 'member';

-- CreateIndex: removing an administrator locks all of them, so that one remains.
CREATE INDEX `User_role_idx` ON `User`(`role`);
