-- A catalogue without a key: names that wait for MusicBrainz' answer, charts of ListenBrainz, artists with their discographies, and
-- the pictures of both.

-- CreateTable
CREATE TABLE `CatalogRequest` (
    `key` BINARY(32) NOT NULL,
    `artist` VARCHAR(1000) NOT NULL,
    `album` VARCHAR(1000) NULL,
    `state` ENUM('waiting', 'none', 'found') NOT NULL DEFAULT 'waiting',
    `wantedAt` DATETIME(3) NOT NULL,
    `artistId` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    `askAgainAt` DATETIME(3) NULL,
    `failures` SMALLINT UNSIGNED NOT NULL DEFAULT 0,

    INDEX `CatalogRequest_state_wantedAt_idx`(`state`, `wantedAt`),
    PRIMARY KEY (`key`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Chart` (
    `name` VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `entries` MEDIUMTEXT NOT NULL,
    `fetchedAt` DATETIME(3) NOT NULL,

    PRIMARY KEY (`name`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Artist` (
    `id` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `name` VARCHAR(1000) NOT NULL,
    `key` VARCHAR(700) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `genres` TEXT NOT NULL,
    `fetchedAt` DATETIME(3) NULL,

    INDEX `Artist_key_idx`(`key`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `ServicePicture` (
    `id` CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `image` VARCHAR(2048) NULL,
    `author` VARCHAR(200) NULL,
    `license` VARCHAR(200) NULL,
    `licenseUrl` VARCHAR(2048) NULL,
    `page` VARCHAR(2048) NULL,
    `askAgainAt` DATETIME(3) NULL,

    INDEX `ServicePicture_askAgainAt_idx`(`askAgainAt`),
    INDEX `ServicePicture_image_idx`(`image`(90)),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
