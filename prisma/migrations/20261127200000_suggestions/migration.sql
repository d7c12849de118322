-- People and albums that a person may like, and the two switches for them.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `suggestMe` BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN `personalSuggestions` BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE `Taste` (
    `userId` INTEGER NOT NULL,
    `loves` INTEGER NOT NULL,
    `people` TEXT NOT NULL,
    `lovers` TEXT NOT NULL,

    PRIMARY KEY (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `TasteState` (
    `id` TINYINT UNSIGNED NOT NULL DEFAULT 1,
    `life` CHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `position` BIGINT UNSIGNED NOT NULL,
    `computedAt` DATETIME(3) NOT NULL,
    `followed` TEXT NOT NULL,
    `week` TEXT NOT NULL,
    `weekAt` DATETIME(3) NOT NULL,

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Taste` ADD CONSTRAINT `Taste_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
