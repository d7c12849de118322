-- Plays that players send, and how they do.

-- CreateTable
CREATE TABLE `Scrobbling` (
    `userId` INTEGER NOT NULL,
    `secretHash` BINARY(32) NULL,
    `sealedSecret` BLOB NULL,
    `lastFour` CHAR(4) NULL,
    `sessionHash` BINARY(32) NULL,
    `lastContactAt` DATETIME(3) NULL,
    `lastProblem` ENUM('secret', 'request', 'tooOld', 'tooNew', 'tooMany') NULL,
    `lastfmUser` VARCHAR(100) NULL,
    `listenBrainzUser` VARCHAR(100) NULL,
    `plays` ENUM('everyone', 'followers', 'me') NOT NULL DEFAULT 'me',
    `nowPlaying` ENUM('everyone', 'followers', 'me') NOT NULL DEFAULT 'me',

    UNIQUE INDEX `Scrobbling_secretHash_key`(`secretHash`),
    UNIQUE INDEX `Scrobbling_sessionHash_key`(`sessionHash`),
    PRIMARY KEY (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `Play` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `userId` INTEGER NOT NULL,
    `at` DATETIME(3) NOT NULL,
    `artist` VARCHAR(1000) NOT NULL,
    `track` VARCHAR(1000) NOT NULL,
    `album` VARCHAR(1000) NULL,
    `albumArtist` VARCHAR(1000) NULL,
    `trackKey` BINARY(16) NOT NULL,
    `albumKey` BINARY(32) NULL,
    `duration` MEDIUMINT UNSIGNED NULL,
    `source` ENUM('listenbrainz', 'lastfm', 'lastfmPull', 'listenbrainzPull') NOT NULL,
    `client` VARCHAR(100) NULL,

    INDEX `Play_userId_at_id_idx`(`userId`, `at`, `id`),
    INDEX `Play_userId_trackKey_at_idx`(`userId`, `trackKey`, `at`),
    INDEX `Play_at_idx`(`at`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `Scrobbling` ADD CONSTRAINT `Scrobbling_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE `Play` ADD CONSTRAINT `Play_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
