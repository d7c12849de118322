-- Imports: files that people bring, their rows, and the albums that these name. And which import made a listening.

-- AlterTable
ALTER TABLE `Album` ADD COLUMN `trackCount` SMALLINT UNSIGNED NULL;

-- AlterTable
ALTER TABLE `Log` ADD COLUMN `importId` INTEGER NULL, ADD INDEX `Log_importId_idx`(`importId`);

-- CreateTable
CREATE TABLE `Import` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NOT NULL,
    `state` ENUM('uploading', 'reading', 'preview', 'importing', 'done', 'failed', 'cancelled', 'undoing', 'undone') NOT NULL DEFAULT 'uploading',
    `format` VARCHAR(20) NULL,
    `fileName` VARCHAR(255) NOT NULL,
    `fileKey` CHAR(36) NULL,
    `fileSize` INTEGER NOT NULL DEFAULT 0,
    `fileRead` INTEGER NOT NULL DEFAULT 0,
    `settings` TEXT NOT NULL,
    `asks` MEDIUMTEXT NOT NULL,
    `error` VARCHAR(60) NULL,
    `turnAt` DATETIME(3) NULL,
    `lease` BINARY(32) NULL,
    `leasedUntil` DATETIME(3) NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `startedAt` DATETIME(3) NULL,
    `endedAt` DATETIME(3) NULL,
    `prunedAt` DATETIME(3) NULL,
    `outcome` VARCHAR(500) NULL,

    INDEX `Import_userId_id_idx`(`userId`, `id`),
    INDEX `Import_turnAt_id_idx`(`turnAt`, `id`),
    INDEX `Import_state_createdAt_idx`(`state`, `createdAt`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `ImportAlbum` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `importId` INTEGER NOT NULL,
    `key` BINARY(32) NOT NULL,
    `artist` VARCHAR(1000) NOT NULL,
    `name` VARCHAR(1000) NOT NULL,
    `names` TEXT NULL,
    `state` ENUM('looking', 'found', 'open', 'missing') NOT NULL DEFAULT 'looking',
    `albumId` INTEGER NULL,
    `chosen` BOOLEAN NOT NULL DEFAULT false,
    `heard` SMALLINT UNSIGNED NULL,
    `proposals` TEXT NULL,
    `checkedAt` DATETIME(3) NULL,

    UNIQUE INDEX `ImportAlbum_importId_key_key`(`importId`, `key`),
    INDEX `ImportAlbum_importId_state_id_idx`(`importId`, `state`, `id`),
    INDEX `ImportAlbum_key_checkedAt_idx`(`key`, `checkedAt`),
    INDEX `ImportAlbum_albumId_idx`(`albumId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `ImportRow` (
    `importId` INTEGER NOT NULL,
    `number` INTEGER NOT NULL,
    `kind` ENUM('listening', 'wish', 'heart', 'listed', 'top', 'follow') NOT NULL,
    `importAlbumId` INTEGER NULL,
    `state` ENUM('looking', 'ready', 'decide', 'here', 'missing', 'unreadable', 'left', 'written') NOT NULL,
    `why` VARCHAR(40) NULL,
    `date` DATE NULL,
    `rating` TINYINT UNSIGNED NOT NULL DEFAULT 0,
    `content` MEDIUMTEXT NOT NULL,
    `cells` MEDIUMTEXT NOT NULL,
    `madeId` INTEGER NULL,

    INDEX `ImportRow_importId_state_number_idx`(`importId`, `state`, `number`),
    INDEX `ImportRow_importId_kind_state_number_idx`(`importId`, `kind`, `state`, `number`),
    INDEX `ImportRow_importAlbumId_number_idx`(`importAlbumId`, `number`),
    PRIMARY KEY (`importId`, `number`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Import` ADD CONSTRAINT `Import_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `ImportAlbum` ADD CONSTRAINT `ImportAlbum_importId_fkey` FOREIGN KEY (`importId`) REFERENCES `Import`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `ImportAlbum` ADD CONSTRAINT `ImportAlbum_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `ImportRow` ADD CONSTRAINT `ImportRow_importId_fkey` FOREIGN KEY (`importId`) REFERENCES `Import`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `ImportRow` ADD CONSTRAINT `ImportRow_importAlbumId_fkey` FOREIGN KEY (`importAlbumId`) REFERENCES `ImportAlbum`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
