-- AlterTable
ALTER TABLE `User` ADD COLUMN `role` ENUM('member', 'moderator') NOT NULL DEFAULT 'member';

-- CreateTable
CREATE TABLE `Invitation` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `codeHash` BINARY(32) NOT NULL,
    `usesLeft` INTEGER NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `expiresAt` DATETIME(3) NOT NULL,
    UNIQUE INDEX `Invitation_codeHash_key`(`codeHash`),

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
