-- Mail that waits to be sent, written in the transaction of its cause. And reset links by their token: a person may hold
-- several, so that one that is asked for by anybody does not end the one that is on its way already.

-- CreateTable
CREATE TABLE `Mail` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NULL,
    `kind` VARCHAR(20) NOT NULL,
    `language` VARCHAR(20) NOT NULL,
    `to` VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `nonce` BINARY(32) NOT NULL,
    `attempts` SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `notBefore` DATETIME(3) NOT NULL,
    `lease` BINARY(32) NULL,
    `leasedUntil` DATETIME(3) NULL,
    INDEX `Mail_notBefore_id_idx`(`notBefore`, `id`),
    INDEX `Mail_userId_idx`(`userId`),

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Mail` ADD CONSTRAINT `Mail_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE `PasswordReset`
    ADD INDEX `PasswordReset_userId_idx`(`userId`),
    DROP PRIMARY KEY,
    DROP INDEX `PasswordReset_tokenHash_key`,
    ADD PRIMARY KEY (`tokenHash`);
