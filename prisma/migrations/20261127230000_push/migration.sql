-- Web push: the key of the installation, the devices of people, and what is to be sent.

-- AlterTable
ALTER TABLE `NotificationSetting` ADD COLUMN `push` BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE `PushKey` (
    `id` INTEGER NOT NULL,
    `publicKey` VARBINARY(65) NOT NULL,
    `privateKey` VARBINARY(500) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL,

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `PushDevice` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NOT NULL,
    `sessionId` INTEGER NOT NULL,
    `endpoint` VARCHAR(2000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `endpointHash` BINARY(32) NOT NULL,
    `publicKey` VARBINARY(65) NOT NULL,
    `authSecret` BINARY(16) NOT NULL,
    `name` VARCHAR(100) NOT NULL,
    `restUntil` DATETIME(3) NULL,
    `createdAt` DATETIME(3) NOT NULL,
    `lastSentAt` DATETIME(3) NULL,

    UNIQUE INDEX `PushDevice_endpointHash_key`(`endpointHash`),
    INDEX `PushDevice_userId_idx`(`userId`),
    INDEX `PushDevice_sessionId_idx`(`sessionId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Push` (
    `userId` INTEGER NOT NULL,
    `number` INTEGER NOT NULL,
    `devices` VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
    `attempts` SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    `createdAt` DATETIME(3) NOT NULL,
    `notBefore` DATETIME(3) NOT NULL,
    `lease` BINARY(32) NULL,
    `leasedUntil` DATETIME(3) NULL,

    INDEX `Push_notBefore_idx`(`notBefore`),
    PRIMARY KEY (`userId`, `number`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `PushDevice` ADD CONSTRAINT `PushDevice_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `PushDevice` ADD CONSTRAINT `PushDevice_sessionId_fkey` FOREIGN KEY (`sessionId`) REFERENCES `Session`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `Push` ADD CONSTRAINT `Push_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
