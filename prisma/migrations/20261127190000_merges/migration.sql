-- Two albums that are one are merged by a moderator: what was moved is kept for 30 days, so that it can be undone.

-- AlterTable: the notes of an album that was in a list twice are joined.
ALTER TABLE `ListAlbum` MODIFY `note` VARCHAR(8000) NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE `AlbumMerge` (
    `id` INTEGER NOT NULL,
    `fromId` INTEGER NOT NULL,
    `intoId` INTEGER NOT NULL,
    `state` ENUM('moving', 'done', 'undoing', 'undone') NOT NULL DEFAULT 'moving',
    `taken` VARCHAR(200) NOT NULL DEFAULT '',

    INDEX `AlbumMerge_state_idx`(`state`),
    INDEX `AlbumMerge_fromId_idx`(`fromId`),
    INDEX `AlbumMerge_intoId_idx`(`intoId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `AlbumMergeRow` (
    `mergeId` INTEGER NOT NULL,
    `userId` INTEGER NOT NULL,
    `kind` ENUM('listening', 'heart', 'wish', 'top', 'listed', 'imported') NOT NULL,
    `thingId` INTEGER NOT NULL,
    `detail` MEDIUMTEXT NULL,

    INDEX `AlbumMergeRow_userId_idx`(`userId`),
    PRIMARY KEY (`mergeId`, `userId`, `kind`, `thingId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `AlbumMerge` ADD CONSTRAINT `AlbumMerge_id_fkey` FOREIGN KEY (`id`) REFERENCES `ModerationAction`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `AlbumMerge` ADD CONSTRAINT `AlbumMerge_fromId_fkey` FOREIGN KEY (`fromId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `AlbumMerge` ADD CONSTRAINT `AlbumMerge_intoId_fkey` FOREIGN KEY (`intoId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `AlbumMergeRow` ADD CONSTRAINT `AlbumMergeRow_mergeId_fkey` FOREIGN KEY (`mergeId`) REFERENCES `AlbumMerge`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `AlbumMergeRow` ADD CONSTRAINT `AlbumMergeRow_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
