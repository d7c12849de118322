-- The pace of calls to MusicBrainz: one row a service, shared by all processes.

-- CreateTable
CREATE TABLE `ServicePace` (
    `service` VARCHAR(20) NOT NULL,
    `nextAt` DATETIME(3) NOT NULL,
    `waitedUntil` DATETIME(3) NULL,
    `slowUntil` DATETIME(3) NULL,
    `pausedUntil` DATETIME(3) NULL,
    `backgroundPausedUntil` DATETIME(3) NULL,
    `failures` INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY (`service`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
