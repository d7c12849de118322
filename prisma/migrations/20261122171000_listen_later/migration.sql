-- The albums that a person wants to listen to later, in their own order.

-- CreateTable
CREATE TABLE `ListenLater` (
    `userId` INTEGER NOT NULL,
    `albumId` INTEGER NOT NULL,
    `position` DOUBLE NOT NULL,
    `addedOn` DATE NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    INDEX `ListenLater_userId_position_albumId_idx`(`userId`, `position`, `albumId`),
    INDEX `ListenLater_albumId_idx`(`albumId`),

    PRIMARY KEY (`userId`, `albumId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `ListenLater` ADD CONSTRAINT `ListenLater_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `ListenLater` ADD CONSTRAINT `ListenLater_albumId_fkey` FOREIGN KEY (`albumId`) REFERENCES `Album`(`id`) ON DELETE RESTRICT ON UPDATE CASCADE;
