-- Pictures that we serve ourselves: covers that people upload.

-- CreateTable
CREATE TABLE `Picture` (
    `hash` CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `width` SMALLINT UNSIGNED NOT NULL,
    `data` MEDIUMBLOB NOT NULL,
    `createdAt` DATETIME(3) NOT NULL,

    INDEX `Picture_createdAt_idx`(`createdAt`),
    PRIMARY KEY (`hash`, `width`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `PictureUpload` (
    `id` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `userId` INTEGER NOT NULL,
    `hash` CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `createdAt` DATETIME(3) NOT NULL,

    INDEX `PictureUpload_hash_idx`(`hash`),
    INDEX `PictureUpload_userId_idx`(`userId`),
    INDEX `PictureUpload_createdAt_idx`(`createdAt`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateIndex
CREATE INDEX `Album_image_idx` ON `Album`(`image`(90));

-- AddForeignKey
ALTER TABLE `PictureUpload` ADD CONSTRAINT `PictureUpload_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
