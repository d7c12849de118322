-- Changes that a client identified by a UUID, kept for 30 days, so that what waited on a device without a connection is never
-- written twice.

-- CreateTable
CREATE TABLE `Submission` (
    `userId` INTEGER NOT NULL,
    `procedure` VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `id` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `thingId` INTEGER NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),

    INDEX `Submission_createdAt_idx`(`createdAt`),
    PRIMARY KEY (`userId`, `procedure`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Submission` ADD CONSTRAINT `Submission_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
