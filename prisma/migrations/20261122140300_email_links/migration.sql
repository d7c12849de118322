-- Addresses that were proven to be a person's, and the links that prove them.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `emailConfirmedAt` DATETIME(3) NULL;

-- So far an identity could only be connected to the account of the same address, verified by Google, and none could change.
UPDATE `User` u SET u.`emailConfirmedAt` = (SELECT MIN(i.`createdAt`) FROM `Identity` i WHERE i.`userId` = u.`id`);

-- CreateTable
CREATE TABLE `EmailLink` (
    `userId` INTEGER NOT NULL,
    `purpose` ENUM('confirm', 'change') NOT NULL,
    `email` VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `tokenHash` BINARY(32) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `expiresAt` DATETIME(3) NOT NULL,
    UNIQUE INDEX `EmailLink_tokenHash_key`(`tokenHash`),

    PRIMARY KEY (`userId`, `purpose`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `EmailLink` ADD CONSTRAINT `EmailLink_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
