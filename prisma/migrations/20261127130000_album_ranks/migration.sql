-- How many people listened to an album and how they rate it, kept beside its release date, so that a page of albums is one
-- stretch of an index. An opinion that no number counts has no counted rating; 0 is a listener without a rating.

-- AlterTable
ALTER TABLE `Opinion` MODIFY `countedRating` TINYINT UNSIGNED NULL;
UPDATE `Opinion` o JOIN `User` u ON u.`id` = o.`userId`
SET o.`countedRating` = NULL
WHERE o.`visibility` <> 'everyone' OR u.`isPrivate` OR u.`disabledAt` IS NOT NULL;

-- CreateTable
CREATE TABLE `AlbumRank` (
    `albumId` INTEGER NOT NULL,
    `listeners` INTEGER NOT NULL DEFAULT 0,
    `ratings` INTEGER NOT NULL DEFAULT 0,
    `average` DOUBLE NULL,
    `releaseDate` VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NULL,

    INDEX `AlbumRank_listeners_releaseDate_albumId_idx`(`listeners`, `releaseDate`, `albumId`),
    INDEX `AlbumRank_average_ratings_releaseDate_albumId_idx`(`average`, `ratings`, `releaseDate`, `albumId`),
    PRIMARY KEY (`albumId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

INSERT INTO `AlbumRank` (`albumId`, `listeners`, `ratings`, `average`, `releaseDate`)
SELECT o.`albumId`, COUNT(*), COUNT(NULLIF(o.`countedRating`, 0)),
    AVG(NULLIF(o.`countedRating`, 0)), MAX(a.`releaseDate`)
FROM `Opinion` o JOIN `Album` a ON a.`id` = o.`albumId`
WHERE o.`countedRating` IS NOT NULL
GROUP BY o.`albumId`;

-- CreateTable
CREATE TABLE `RankChange` (
    `id` BIGINT NOT NULL AUTO_INCREMENT,
    `albumId` INTEGER NOT NULL,

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `AlbumRank` ADD CONSTRAINT `AlbumRank_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE `AlbumGenre` ADD COLUMN `releaseDate` VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NULL;
UPDATE `AlbumGenre` g JOIN `Album` a ON a.`id` = g.`albumId` SET g.`releaseDate` = a.`releaseDate`;
CREATE INDEX `AlbumGenre_genreId_releaseDate_albumId_idx` ON `AlbumGenre`(`genreId`, `releaseDate`, `albumId`);
DROP INDEX `AlbumGenre_genreId_albumId_idx` ON `AlbumGenre`;
