-- A person listens to an album any number of times: what was their one log of it becomes the first of them, ids kept, with one
-- opinion beside them. And levels: who may see a listening or a list.
--
-- The one upgrade that stops the product (CHANGELOG.md): a server of the version before would write logs without opinions.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `defaultVisibility` ENUM('everyone', 'followers', 'me') NOT NULL DEFAULT 'everyone';

-- AlterTable
ALTER TABLE `List` ADD COLUMN `visibility` ENUM('everyone', 'followers', 'me') NOT NULL DEFAULT 'everyone';

-- AlterTable: the table is written anew once, with all of its new indexes
ALTER TABLE `Log`
    ADD COLUMN `visibility` ENUM('everyone', 'followers', 'me') NOT NULL DEFAULT 'everyone',
    ADD COLUMN `imported` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `relisten` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `submission` CHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    ADD COLUMN `enteredAt` DATETIME(3) NULL,
    MODIFY `date` DATE NULL,
    ADD UNIQUE INDEX `Log_userId_submission_key`(`userId`, `submission`),
    ADD INDEX `Log_userId_albumId_date_id_idx`(`userId`, `albumId`, `date`, `id`),
    ADD INDEX `Log_userId_visibility_date_id_idx`(`userId`, `visibility`, `date`, `id`),
    ADD INDEX `Log_userId_visibility_reviewedAt_id_idx`(`userId`, `visibility`, `reviewedAt`, `id`),
    ADD INDEX `Log_albumId_visibility_reviewedAt_id_idx`(`albumId`, `visibility`, `reviewedAt`, `id`),
    DROP INDEX `Log_userId_albumId_key`,
    DROP INDEX `Log_userId_createdAt_id_idx`,
    DROP INDEX `Log_userId_date_id_idx`,
    DROP INDEX `Log_userId_reviewedAt_id_idx`,
    DROP INDEX `Log_albumId_reviewedAt_id_idx`,
    DROP INDEX `Log_albumId_rating_idx`;

UPDATE `Log` SET `enteredAt` = `feedAt` WHERE `feedAt` IS NOT NULL;
-- What came by hand has been in the feeds since it was made.
UPDATE `Log` SET `imported` = true WHERE `feedAt` IS NULL;

-- CreateTable
CREATE TABLE `Opinion` (
    `userId` INTEGER NOT NULL,
    `albumId` INTEGER NOT NULL,
    `rating` TINYINT UNSIGNED NOT NULL DEFAULT 0,
    `followersRating` TINYINT UNSIGNED NOT NULL DEFAULT 0,
    `everyoneRating` TINYINT UNSIGNED NOT NULL DEFAULT 0,
    `countedRating` TINYINT UNSIGNED NOT NULL DEFAULT 0,
    `visibility` ENUM('everyone', 'followers', 'me') NOT NULL,
    `addedAt` DATETIME(3) NOT NULL,

    INDEX `Opinion_userId_visibility_addedAt_albumId_idx`(`userId`, `visibility`, `addedAt`, `albumId`),
    INDEX `Opinion_albumId_countedRating_idx`(`albumId`, `countedRating`),
    PRIMARY KEY (`userId`, `albumId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Opinion` ADD CONSTRAINT `Opinion_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `Opinion` ADD CONSTRAINT `Opinion_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE RESTRICT ON UPDATE CASCADE;

-- Until now there was one log a person and album, and all of them were for everyone.
INSERT INTO `Opinion` (`userId`, `albumId`, `rating`, `followersRating`, `everyoneRating`, `countedRating`, `visibility`, `addedAt`)
SELECT l.`userId`, l.`albumId`, l.`rating`, l.`rating`, l.`rating`, IF(u.`disabledAt` IS NULL, l.`rating`, 0), 'everyone', l.`createdAt`
FROM `Log` l JOIN `User` u ON u.`id` = l.`userId`;
