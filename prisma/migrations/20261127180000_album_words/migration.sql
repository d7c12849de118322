-- What the search of our own albums reads. The words of the albums that exist are written in the background, because that takes
-- minutes: `hasWords` says which have theirs.

-- AlterTable
ALTER TABLE `Album` ADD COLUMN `hasWords` BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX `Album_hasWords_id_idx` ON `Album`(`hasWords`, `id`);

-- CreateTable
CREATE TABLE `AlbumWord` (
    `word` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `albumId` INTEGER NOT NULL,

    INDEX `AlbumWord_albumId_word_idx`(`albumId`, `word`),
    PRIMARY KEY (`word`, `albumId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Word` (
    `word` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,

    PRIMARY KEY (`word`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `WordHead` (
    `length` TINYINT UNSIGNED NOT NULL,
    `omission` VARCHAR(6) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `head` VARCHAR(6) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,

    PRIMARY KEY (`length`, `omission`, `head`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `AlbumWord` ADD CONSTRAINT `AlbumWord_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
