-- Reports, what moderators decide, and the names of deleted accounts in the trail.

-- CreateTable
CREATE TABLE `Report` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `reporterId` INTEGER NOT NULL,
    `subjectId` INTEGER NOT NULL,
    `thing` ENUM('account', 'review', 'list', 'comment') NOT NULL,
    `thingId` INTEGER NOT NULL,
    `reason` ENUM('spam', 'harassment', 'spoilers', 'plagiarism', 'illegal', 'other') NOT NULL,
    `note` VARCHAR(1000) NOT NULL DEFAULT '',
    `snapshot` MEDIUMTEXT NOT NULL,
    `excerpt` VARCHAR(200) NOT NULL DEFAULT '',
    `createdAt` DATETIME(3) NOT NULL,
    `isOpen` BOOLEAN NULL DEFAULT true,
    `closedAt` DATETIME(3) NULL,
    `closedById` INTEGER NULL,

    UNIQUE INDEX `Report_reporterId_thing_thingId_isOpen_key`(`reporterId`, `thing`, `thingId`, `isOpen`),
    INDEX `Report_isOpen_id_idx`(`isOpen`, `id`),
    INDEX `Report_thing_thingId_isOpen_idx`(`thing`, `thingId`, `isOpen`),
    INDEX `Report_subjectId_isOpen_id_idx`(`subjectId`, `isOpen`, `id`),
    INDEX `Report_closedById_idx`(`closedById`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `ModerationAction` (
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `reportId` INTEGER NOT NULL,
    `subjectId` INTEGER NOT NULL,
    `moderatorId` INTEGER NOT NULL,
    `kind` ENUM('dismiss', 'warn', 'hide', 'remove', 'suspend') NOT NULL,
    `thing` ENUM('account', 'review', 'list', 'comment') NOT NULL,
    `thingId` INTEGER NOT NULL,
    `reason` VARCHAR(1000) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL,
    `undoneAt` DATETIME(3) NULL,

    INDEX `ModerationAction_subjectId_id_idx`(`subjectId`, `id`),
    INDEX `ModerationAction_reportId_id_idx`(`reportId`, `id`),
    INDEX `ModerationAction_thing_thingId_id_idx`(`thing`, `thingId`, `id`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `DeletedAccount` (
    `id` INTEGER NOT NULL,
    `nickname` VARBINARY(100) NOT NULL,
    `deletedAt` DATETIME(3) NOT NULL,

    INDEX `DeletedAccount_deletedAt_idx`(`deletedAt`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateIndex
CREATE INDEX `AuditEntry_event_id_idx` ON `AuditEntry`(`event`, `id`);

-- AddForeignKey
ALTER TABLE `Report` ADD CONSTRAINT `Report_reporterId_fkey` FOREIGN KEY (`reporterId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Report` ADD CONSTRAINT `Report_subjectId_fkey` FOREIGN KEY (`subjectId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `ModerationAction` ADD CONSTRAINT `ModerationAction_subjectId_fkey` FOREIGN KEY (`subjectId`) REFERENCES `User`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
