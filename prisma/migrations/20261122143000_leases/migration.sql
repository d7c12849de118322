-- What one process at a time does: who moves `until` forward does it.

-- CreateTable
CREATE TABLE `Lease` (
    `name` VARCHAR(40) NOT NULL,
    `until` DATETIME(3) NOT NULL,

    PRIMARY KEY (`name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
