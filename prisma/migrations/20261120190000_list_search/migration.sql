-- What lists are searched by, in a narrow table that is read from its beginning: the newest list. The nickname follows
-- the owner by the foreign key. The texts of older lists are written when the server starts: SQL cannot fold them.

-- CreateTable
CREATE TABLE `ListText` (
    `createdAt` DATETIME(3) NOT NULL,
    `listId` INTEGER NOT NULL,
    `nickname` VARCHAR(30) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    `text` BLOB NOT NULL,
    UNIQUE INDEX `ListText_listId_key`(`listId`),
    INDEX `ListText_nickname_idx`(`nickname`),

    PRIMARY KEY (`createdAt` DESC, `listId` DESC)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AddForeignKey
ALTER TABLE `ListText` ADD CONSTRAINT `ListText_listId_fkey` FOREIGN KEY (`listId`) REFERENCES `List`(`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `ListText` ADD CONSTRAINT `ListText_nickname_fkey` FOREIGN KEY (`nickname`) REFERENCES `User`(`nickname`) ON DELETE CASCADE ON UPDATE CASCADE;

-- A person's own lists are shown with the one first that was changed last.
CREATE INDEX `List_userId_updatedAt_id_idx` ON `List`(`userId`, `updatedAt`, `id`);
DROP INDEX `List_userId_createdAt_id_idx` ON `List`;
