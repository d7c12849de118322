-- Pictures that people upload of themselves.

-- CreateTable
CREATE TABLE `UserPicture` (
    `userId` INTEGER NOT NULL,
    `width` SMALLINT UNSIGNED NOT NULL,
    `hash` CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `data` MEDIUMBLOB NOT NULL,
    `createdAt` DATETIME(3) NOT NULL,

    UNIQUE INDEX `UserPicture_hash_width_key`(`hash`, `width`),
    PRIMARY KEY (`userId`, `width`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `UserPicture` ADD CONSTRAINT `UserPicture_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
