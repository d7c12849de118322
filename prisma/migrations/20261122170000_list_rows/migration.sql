-- Lists carry more: ranks, a note and the day of its adding for each album, and which list one was cloned from.

-- AlterTable
ALTER TABLE `List`
    ADD COLUMN `ranked` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `clonedFromId` INTEGER NULL;

-- AlterTable
ALTER TABLE `ListAlbum`
    ADD COLUMN `note` VARCHAR(2000) NOT NULL DEFAULT '',
    ADD COLUMN `addedAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3);

-- CreateTable
CREATE TABLE `ListRevision` (
    `listId` INTEGER NOT NULL,
    `version` INTEGER NOT NULL,
    `before` MEDIUMTEXT NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),

    INDEX `ListRevision_createdAt_idx`(`createdAt`),
    PRIMARY KEY (`listId`, `version`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateIndex
CREATE INDEX `List_clonedFromId_idx` ON `List`(`clonedFromId`);

-- AddForeignKey
ALTER TABLE `List` ADD CONSTRAINT `List_clonedFromId_fkey` FOREIGN KEY (`clonedFromId`) REFERENCES `List`(`id`) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE `ListRevision` ADD CONSTRAINT `ListRevision_listId_fkey` FOREIGN KEY (`listId`) REFERENCES `List`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;

-- When an album of before was added is not known: with its list, at the earliest.
UPDATE `ListAlbum` i JOIN `List` l ON l.`id` = i.`listId` SET i.`addedAt` = l.`createdAt`;
