-- Tags: words that a person gives to listenings.

-- AlterTable
ALTER TABLE `Log` ADD COLUMN `tagCount` TINYINT UNSIGNED NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE `Tag` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NOT NULL,
    `key` VARCHAR(720) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `name` VARCHAR(40) NOT NULL,
    `visibility` ENUM('everyone', 'followers', 'me') NOT NULL,
    `everyoneCount` INTEGER NOT NULL DEFAULT 0,
    `followersCount` INTEGER NOT NULL DEFAULT 0,
    `meCount` INTEGER NOT NULL DEFAULT 0,

    UNIQUE INDEX `Tag_userId_key_key`(`userId`, `key`),
    INDEX `Tag_userId_visibility_name_id_idx`(`userId`, `visibility`, `name`, `id`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `LogTag` (
    `logId` INTEGER NOT NULL,
    `tagId` INTEGER NOT NULL,
    `position` TINYINT UNSIGNED NOT NULL,
    `visibility` ENUM('everyone', 'followers', 'me') NOT NULL,
    `date` DATE NULL,

    INDEX `LogTag_tagId_visibility_date_logId_idx`(`tagId`, `visibility`, `date`, `logId`),
    PRIMARY KEY (`logId`, `tagId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Tag` ADD CONSTRAINT `Tag_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `LogTag` ADD CONSTRAINT `LogTag_logId_fkey` FOREIGN KEY (`logId`) REFERENCES `Log`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `LogTag` ADD CONSTRAINT `LogTag_tagId_fkey` FOREIGN KEY (`tagId`) REFERENCES `Tag`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
