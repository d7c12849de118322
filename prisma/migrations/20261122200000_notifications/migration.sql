-- Notifications: what concerns a person, grouped; what they want of it; mentions; an operator's announcements.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `language` VARCHAR(20) NULL;

-- AlterTable
ALTER TABLE `Mail` ADD COLUMN `about` VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL;

-- CreateIndex
CREATE UNIQUE INDEX `Mail_userId_about_key` ON `Mail`(`userId`, `about`);

-- CreateIndex
CREATE INDEX `Comment_listId_userId_idx` ON `Comment`(`listId`, `userId`);
CREATE INDEX `Comment_logId_userId_idx` ON `Comment`(`logId`, `userId`);

-- CreateTable
CREATE TABLE `NotificationState` (
    `userId` INTEGER NOT NULL,
    `position` INTEGER NOT NULL DEFAULT 0,
    `readUpTo` INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `NotificationGroup` (
    `userId` INTEGER NOT NULL,
    `number` INTEGER NOT NULL,
    `key` VARCHAR(50) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `startedAt` DATETIME(3) NOT NULL,
    `position` INTEGER NOT NULL,

    INDEX `NotificationGroup_userId_position_idx`(`userId`, `position`),
    INDEX `NotificationGroup_userId_key_startedAt_idx`(`userId`, `key`, `startedAt`),
    PRIMARY KEY (`userId`, `number`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Notification` (
    `userId` INTEGER NOT NULL,
    `position` INTEGER NOT NULL,
    `kind` VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `thing` VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `actorId` INTEGER NULL,
    `logId` INTEGER NULL,
    `listId` INTEGER NULL,
    `commentId` INTEGER NULL,
    `detail` VARCHAR(1500) NULL,
    `fate` ENUM('shown', 'hidden', 'gone', 'mailed') NOT NULL DEFAULT 'shown',
    `groupId` INTEGER NULL,
    `mailAbout` VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL,
    `createdAt` DATETIME(3) NOT NULL,

    UNIQUE INDEX `Notification_userId_kind_thing_actorId_key`(`userId`, `kind`, `thing`, `actorId`),
    INDEX `Notification_userId_groupId_position_idx`(`userId`, `groupId`, `position`),
    INDEX `Notification_createdAt_idx`(`createdAt`),
    INDEX `Notification_actorId_idx`(`actorId`),
    INDEX `Notification_logId_userId_idx`(`logId`, `userId`),
    INDEX `Notification_listId_userId_idx`(`listId`, `userId`),
    INDEX `Notification_commentId_idx`(`commentId`),
    PRIMARY KEY (`userId`, `position`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `NotificationSetting` (
    `userId` INTEGER NOT NULL,
    `kind` VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `here` BOOLEAN NOT NULL,
    `email` BOOLEAN NOT NULL,

    PRIMARY KEY (`userId`, `kind`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Digest` (
    `userId` INTEGER NOT NULL,
    `dueAt` DATETIME(3) NOT NULL,

    INDEX `Digest_dueAt_idx`(`dueAt`),
    PRIMARY KEY (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `MutedThread` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NOT NULL,
    `listId` INTEGER NULL,
    `logId` INTEGER NULL,

    UNIQUE INDEX `MutedThread_userId_listId_key`(`userId`, `listId`),
    UNIQUE INDEX `MutedThread_userId_logId_key`(`userId`, `logId`),
    INDEX `MutedThread_listId_idx`(`listId`),
    INDEX `MutedThread_logId_idx`(`logId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Mention` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `logId` INTEGER NULL,
    `commentId` INTEGER NULL,
    `name` VARCHAR(30) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `userId` INTEGER NOT NULL,

    UNIQUE INDEX `Mention_logId_name_key`(`logId`, `name`),
    UNIQUE INDEX `Mention_commentId_name_key`(`commentId`, `name`),
    INDEX `Mention_userId_idx`(`userId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Announcement` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `text` VARCHAR(1000) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL,
    `toldUpTo` INTEGER NOT NULL DEFAULT 0,
    `done` BOOLEAN NOT NULL DEFAULT false,

    INDEX `Announcement_done_idx`(`done`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `NotificationState` ADD CONSTRAINT `NotificationState_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `NotificationGroup` ADD CONSTRAINT `NotificationGroup_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `NotificationState`(`userId`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `Notification` ADD CONSTRAINT `Notification_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `NotificationState`(`userId`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Notification` ADD CONSTRAINT `Notification_actorId_fkey` FOREIGN KEY (`actorId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Notification` ADD CONSTRAINT `Notification_logId_fkey` FOREIGN KEY (`logId`) REFERENCES `Log`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Notification` ADD CONSTRAINT `Notification_listId_fkey` FOREIGN KEY (`listId`) REFERENCES `List`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Notification` ADD CONSTRAINT `Notification_commentId_fkey` FOREIGN KEY (`commentId`) REFERENCES `Comment`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `NotificationSetting` ADD CONSTRAINT `NotificationSetting_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `Digest` ADD CONSTRAINT `Digest_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `MutedThread` ADD CONSTRAINT `MutedThread_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `MutedThread` ADD CONSTRAINT `MutedThread_listId_fkey` FOREIGN KEY (`listId`) REFERENCES `List`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `MutedThread` ADD CONSTRAINT `MutedThread_logId_fkey` FOREIGN KEY (`logId`) REFERENCES `Log`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `Mention` ADD CONSTRAINT `Mention_logId_fkey` FOREIGN KEY (`logId`) REFERENCES `Log`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Mention` ADD CONSTRAINT `Mention_commentId_fkey` FOREIGN KEY (`commentId`) REFERENCES `Comment`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Mention` ADD CONSTRAINT `Mention_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
