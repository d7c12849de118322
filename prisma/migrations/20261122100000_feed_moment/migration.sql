-- When a log entered the feeds, apart from when it was made: an import enters them when its owner first rates or reviews it.
-- What is in feeds already stays where it is.

-- AlterTable
ALTER TABLE `Log` ADD COLUMN `feedAt` DATETIME(3) NULL;

UPDATE `Log` SET `feedAt` = `createdAt` WHERE `source` = 'manual';

-- CreateIndex
CREATE INDEX `Log_userId_feedAt_id_idx` ON `Log`(`userId`, `feedAt`, `id`);

-- CreateIndex
CREATE INDEX `Log_feedAt_id_userId_idx` ON `Log`(`feedAt`, `id`, `userId`);

-- CreateIndex
CREATE INDEX `Log_userId_createdAt_id_idx` ON `Log`(`userId`, `createdAt`, `id`);

-- DropIndex
DROP INDEX `Log_userId_source_createdAt_id_idx` ON `Log`;

-- DropIndex
DROP INDEX `Log_source_createdAt_id_userId_idx` ON `Log`;
