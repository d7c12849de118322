-- Settings that administrators store in the browser, and their version, by which processes notice a change.

-- CreateTable
CREATE TABLE `Setting` (
    `name` VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `value` TEXT NULL,
    `sealed` BLOB NULL,

    PRIMARY KEY (`name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `SettingsVersion` (
    `id` TINYINT UNSIGNED NOT NULL DEFAULT 1,
    `version` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
