-- What the catalogue knows of an album: when it was released, what kind it is, its genres, its release group at MusicBrainz, who
-- added it, and which album replaces it.

-- AlterTable
ALTER TABLE `Album`
    ADD COLUMN `tracks` MEDIUMTEXT NULL,
    ADD COLUMN `releaseDate` VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NULL,
    ADD COLUMN `year` SMALLINT UNSIGNED NULL,
    ADD COLUMN `type` ENUM('album', 'ep', 'single', 'live', 'compilation', 'soundtrack', 'remix', 'mixtape', 'demo') NULL,
    ADD COLUMN `edited` VARCHAR(200) NOT NULL DEFAULT '',
    ADD COLUMN `isAdded` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `addedById` INTEGER NULL,
    ADD COLUMN `submission` CHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    ADD COLUMN `mergedIntoId` INTEGER NULL;

-- CreateIndex
CREATE INDEX `Album_releaseDate_id_idx` ON `Album`(`releaseDate`, `id`);
CREATE INDEX `Album_mergedIntoId_idx` ON `Album`(`mergedIntoId`);
CREATE UNIQUE INDEX `Album_addedById_submission_key` ON `Album`(`addedById`, `submission`);

-- AddForeignKey
ALTER TABLE `Album` ADD CONSTRAINT `Album_addedById_fkey` FOREIGN KEY (`addedById`) REFERENCES `User`(`id`) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE `Album` ADD CONSTRAINT `Album_mergedIntoId_fkey` FOREIGN KEY (`mergedIntoId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE `AlbumLink` (
    `albumId` INTEGER NOT NULL,
    `state` ENUM('waiting', 'linked', 'ambiguous', 'none') NOT NULL DEFAULT 'waiting',
    `groupId` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    `candidates` TEXT NULL,
    `isChosen` BOOLEAN NOT NULL DEFAULT false,
    `lookUpAt` DATETIME(3) NULL,
    `wantedUntil` DATETIME(3) NULL,
    `failures` SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    `checkedAt` DATETIME(3) NULL,

    INDEX `AlbumLink_groupId_idx`(`groupId`),
    INDEX `AlbumLink_state_lookUpAt_idx`(`state`, `lookUpAt`),
    INDEX `AlbumLink_wantedUntil_idx`(`wantedUntil`),
    PRIMARY KEY (`albumId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Genre` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,

    UNIQUE INDEX `Genre_name_key`(`name`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `AlbumGenre` (
    `albumId` INTEGER NOT NULL,
    `genreId` INTEGER NOT NULL,
    `votes` SMALLINT UNSIGNED NOT NULL,

    INDEX `AlbumGenre_genreId_albumId_idx`(`genreId`, `albumId`),
    PRIMARY KEY (`albumId`, `genreId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `ReleaseGroup` (
    `id` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `artist` VARCHAR(1000) NOT NULL,
    `artistId` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    `title` VARCHAR(1000) NOT NULL,
    `releaseDate` VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NULL,
    `type` ENUM('album', 'ep', 'single', 'live', 'compilation', 'soundtrack', 'remix', 'mixtape', 'demo') NULL,
    `key` VARCHAR(700) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `isOfficial` BOOLEAN NOT NULL DEFAULT true,
    `fetchedAt` DATETIME(3) NOT NULL,

    INDEX `ReleaseGroup_key_idx`(`key`),
    INDEX `ReleaseGroup_artistId_releaseDate_idx`(`artistId`, `releaseDate`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `AlbumLink` ADD CONSTRAINT `AlbumLink_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `AlbumGenre` ADD CONSTRAINT `AlbumGenre_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `AlbumGenre` ADD CONSTRAINT `AlbumGenre_genreId_fkey` FOREIGN KEY (`genreId`) REFERENCES `Genre`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
