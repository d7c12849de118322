-- Albums that people add can be reported, and moderators edit albums: such an edit is about no account.

-- AlterTable
ALTER TABLE `Report` MODIFY `thing` ENUM('account', 'review', 'list', 'comment', 'album') NOT NULL;

-- AlterTable
ALTER TABLE `ModerationAction`
    MODIFY `reportId` INTEGER NULL,
    MODIFY `subjectId` INTEGER NULL,
    MODIFY `kind` ENUM('dismiss', 'warn', 'hide', 'remove', 'suspend', 'merge', 'editAlbum') NOT NULL,
    MODIFY `thing` ENUM('account', 'review', 'list', 'comment', 'album') NULL,
    MODIFY `thingId` INTEGER NULL;

-- CreateTable
CREATE TABLE `AlbumEdit` (
    `id` INTEGER NOT NULL,
    `albumId` INTEGER NOT NULL,
    `before` MEDIUMTEXT NOT NULL,
    `after` MEDIUMTEXT NOT NULL,
    `image` VARCHAR(2048) NULL,
    `createdAt` DATETIME(3) NOT NULL,

    INDEX `AlbumEdit_albumId_id_idx`(`albumId`, `id`),
    INDEX `AlbumEdit_image_idx`(`image`(90)),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `AlbumEdit` ADD CONSTRAINT `AlbumEdit_id_fkey` FOREIGN KEY (`id`) REFERENCES `ModerationAction`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `AlbumEdit` ADD CONSTRAINT `AlbumEdit_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
