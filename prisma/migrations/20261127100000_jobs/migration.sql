-- Work that one process at a time does: a row belongs to the process that knows `lease`. `Lease`, and the columns `syncId`,
-- `syncUntil` and `syncProgress` of `SpotifyConnection`, are unused from now on; the next release drops them.

-- CreateTable
CREATE TABLE `Job` (
    `kind` VARCHAR(20) NOT NULL,
    `key` VARCHAR(20) NOT NULL DEFAULT '',
    `userId` INTEGER NULL,
    `dueAt` DATETIME(3) NULL,
    `lease` BINARY(32) NULL,
    `leasedUntil` DATETIME(3) NULL,
    `failures` INTEGER NOT NULL DEFAULT 0,
    `doneAt` DATETIME(3) NULL,
    `progress` VARCHAR(500) NULL,

    INDEX `Job_userId_idx`(`userId`),
    PRIMARY KEY (`kind`, `key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Job` ADD CONSTRAINT `Job_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- Removals that were interrupted are continued.
INSERT INTO `Job` (`kind`, `key`, `userId`, `dueAt`)
SELECT 'removal', u.`id`, u.`id`, l.`until` FROM `User` u JOIN `Lease` l ON l.`name` = CONCAT('remove:', u.`id`);

-- The hour since the last cleanup goes on.
INSERT INTO `Job` (`kind`, `dueAt`, `doneAt`)
SELECT 'tidy', `until`, `until` - INTERVAL 1 HOUR FROM `Lease` WHERE `name` = 'tidy';
