-- Which installation's data these are, the newest backup of them, and which processes run on them.

-- CreateTable
CREATE TABLE `Installation` (
    `id` TINYINT UNSIGNED NOT NULL DEFAULT 1,
    `store` CHAR(32) NOT NULL,
    `backupAt` DATETIME(3) NULL,
    `backupSecret` CHAR(16) NULL,

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Heartbeat` (
    `process` CHAR(36) NOT NULL,
    `at` DATETIME(3) NOT NULL,

    PRIMARY KEY (`process`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- Its one row: the random name by which an installation knows its data wherever they are.
INSERT INTO `Installation` (`store`) VALUES (LOWER(HEX(RANDOM_BYTES(16))));
