-- Other names under which the catalogue found an album, so that an old link finds it while the catalogue is down.

-- CreateTable
CREATE TABLE `AlbumAlias` (
    `key` BINARY(32) NOT NULL,
    `albumId` INTEGER NOT NULL,
    INDEX `AlbumAlias_albumId_idx`(`albumId`),

    PRIMARY KEY (`key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `AlbumAlias` ADD CONSTRAINT `AlbumAlias_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
