-- Private accounts with requests, blocks, mutes, and what moderators hide.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `isPrivate` BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE `Follow` ADD COLUMN `mutedUntil` DATETIME(3) NULL;
ALTER TABLE `Log` ADD COLUMN `hiddenLevel` ENUM('everyone', 'followers', 'me') NULL;
ALTER TABLE `List` ADD COLUMN `hiddenLevel` ENUM('everyone', 'followers', 'me') NULL;
ALTER TABLE `Comment` ADD COLUMN `isBlocked` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `hiddenAt` DATETIME(3) NULL;

-- CreateTable
CREATE TABLE `FollowRequest` (
    `requesterId` INTEGER NOT NULL,
    `requestedId` INTEGER NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `declinedAt` DATETIME(3) NULL,

    INDEX `FollowRequest_requestedId_declinedAt_createdAt_requesterId_idx`(`requestedId`, `declinedAt`, `createdAt`, `requesterId`),
    PRIMARY KEY (`requesterId`, `requestedId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Block` (
    `blockerId` INTEGER NOT NULL,
    `blockedId` INTEGER NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),

    INDEX `Block_blockedId_blockerId_idx`(`blockedId`, `blockerId`),
    INDEX `Block_blockerId_createdAt_blockedId_idx`(`blockerId`, `createdAt`, `blockedId`),
    PRIMARY KEY (`blockerId`, `blockedId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Mute` (
    `muterId` INTEGER NOT NULL,
    `mutedId` INTEGER NOT NULL,
    `until` DATETIME(3) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),

    INDEX `Mute_mutedId_idx`(`mutedId`),
    INDEX `Mute_muterId_createdAt_mutedId_idx`(`muterId`, `createdAt`, `mutedId`),
    PRIMARY KEY (`muterId`, `mutedId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `FollowRequest` ADD CONSTRAINT `FollowRequest_requesterId_fkey` FOREIGN KEY (`requesterId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `FollowRequest` ADD CONSTRAINT `FollowRequest_requestedId_fkey` FOREIGN KEY (`requestedId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Block` ADD CONSTRAINT `Block_blockerId_fkey` FOREIGN KEY (`blockerId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Block` ADD CONSTRAINT `Block_blockedId_fkey` FOREIGN KEY (`blockedId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Mute` ADD CONSTRAINT `Mute_muterId_fkey` FOREIGN KEY (`muterId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Mute` ADD CONSTRAINT `Mute_mutedId_fkey` FOREIGN KEY (`mutedId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
