-- Passkeys: public keys with which people sign in and prove themselves.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `passkeyHandle` BINARY(64) NULL;
CREATE UNIQUE INDEX `User_passkeyHandle_key` ON `User`(`passkeyHandle`);

-- CreateTable
CREATE TABLE `Passkey` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NOT NULL,
    `credentialId` VARBINARY(1023) NOT NULL,
    `publicKey` BLOB NOT NULL,
    `counter` BIGINT UNSIGNED NOT NULL DEFAULT 0,
    `transports` VARCHAR(200) NOT NULL DEFAULT '',
    `name` VARCHAR(50) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `lastUsedAt` DATETIME(3) NULL,
    UNIQUE INDEX `Passkey_credentialId_key`(`credentialId`),
    INDEX `Passkey_userId_idx`(`userId`),

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Passkey` ADD CONSTRAINT `Passkey_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
