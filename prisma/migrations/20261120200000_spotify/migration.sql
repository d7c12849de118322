-- The way to the streaming service and back, a connection that has run out, and the leases of its renewal and its sync.

-- AlterTable
ALTER TABLE `SpotifyConnection`
    MODIFY `accessToken` BLOB NULL,
    MODIFY `refreshToken` BLOB NULL,
    MODIFY `summary` MEDIUMTEXT NOT NULL,
    ADD COLUMN `renewUntil` DATETIME(3) NULL,
    ADD COLUMN `syncId` CHAR(36) NULL,
    ADD COLUMN `syncUntil` DATETIME(3) NULL,
    ADD COLUMN `syncProgress` VARCHAR(500) NULL;

-- CreateTable
CREATE TABLE `SpotifyAuthorization` (
    `stateHash` BINARY(32) NOT NULL,
    `userId` INTEGER NOT NULL,
    `sessionId` INTEGER NOT NULL,
    `verifier` BLOB NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `spentAt` DATETIME(3) NULL,
    `outcome` VARCHAR(500) NULL,
    INDEX `SpotifyAuthorization_userId_createdAt_idx`(`userId`, `createdAt`),
    INDEX `SpotifyAuthorization_sessionId_idx`(`sessionId`),

    PRIMARY KEY (`stateHash`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `SpotifyAuthorization` ADD CONSTRAINT `SpotifyAuthorization_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `SpotifyAuthorization` ADD CONSTRAINT `SpotifyAuthorization_sessionId_fkey` FOREIGN KEY (`sessionId`) REFERENCES `Session`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
