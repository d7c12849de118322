-- How many comments each thread shows, so that a long one need not be read to be counted. Parts that are added up: who
-- comments writes one more, and waits for nobody.

-- CreateTable
CREATE TABLE `CommentCount` (
    `id` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    `listId` INTEGER NULL,
    `logId` INTEGER NULL,
    `comments` INTEGER NOT NULL,

    INDEX `CommentCount_listId_idx`(`listId`),
    INDEX `CommentCount_logId_idx`(`logId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `CommentCount` ADD CONSTRAINT `CommentCount_listId_fkey` FOREIGN KEY (`listId`) REFERENCES `List`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `CommentCount` ADD CONSTRAINT `CommentCount_logId_fkey` FOREIGN KEY (`logId`) REFERENCES `Log`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO `CommentCount` (`listId`, `logId`, `comments`)
SELECT c.`listId`, c.`logId`, COUNT(*) FROM `Comment` c JOIN `User` u ON u.`id` = c.`userId`
WHERE u.`disabledAt` IS NULL GROUP BY c.`listId`, c.`logId`;
