-- The first run: the only valid setup link, and when an administrator finished the setup.

-- CreateTable
CREATE TABLE `Setup` (
    `id` TINYINT UNSIGNED NOT NULL DEFAULT 1,
    `tokenHash` BINARY(32) NULL,
    `finishedAt` DATETIME(3) NULL,

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
