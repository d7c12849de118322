-- Prompts to log what was played, and how far plays at other services were fetched.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `timeZone` VARCHAR(64) NULL;

-- CreateTable
CREATE TABLE `PlayPull` (
    `userId` INTEGER NOT NULL,
    `service` ENUM('lastfm', 'listenbrainz') NOT NULL,
    `name` VARCHAR(100) NOT NULL,
    `upTo` DATETIME(3) NULL,
    `dueAt` DATETIME(3) NOT NULL,
    `pulledAt` DATETIME(3) NULL,
    `problem` ENUM('unknownUser', 'privatePlays', 'unavailable') NULL,

    PRIMARY KEY (`userId`, `service`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `PlayPrompt` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NOT NULL,
    `albumId` INTEGER NOT NULL,
    `day` DATE NOT NULL,
    `tracks` SMALLINT UNSIGNED NOT NULL,
    `dismissedAt` DATETIME(3) NULL,

    INDEX `PlayPrompt_albumId_idx`(`albumId`),
    INDEX `PlayPrompt_day_idx`(`day`),
    UNIQUE INDEX `PlayPrompt_userId_albumId_day_key`(`userId`, `albumId`, `day`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `PromptCheck` (
    `userId` INTEGER NOT NULL,
    `fromAt` DATETIME(3) NOT NULL,
    `dueAt` DATETIME(3) NOT NULL,
    `version` INTEGER NOT NULL DEFAULT 0,

    INDEX `PromptCheck_dueAt_idx`(`dueAt`),
    PRIMARY KEY (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `PlayPull` ADD CONSTRAINT `PlayPull_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `PlayPrompt` ADD CONSTRAINT `PlayPrompt_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `PlayPrompt` ADD CONSTRAINT `PlayPrompt_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `PromptCheck` ADD CONSTRAINT `PromptCheck_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
