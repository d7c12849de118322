-- Where each person's newest log by hand stands, beside the person, and an index that is everybody's logs by hand in order:
-- the two places where a feed looks.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `lastLogAt` DATETIME(3) NULL,
    ADD COLUMN `lastLogId` INTEGER NULL;

UPDATE `User` u LEFT JOIN `Log` l ON l.`id` = (
    SELECT `id` FROM `Log` WHERE `userId` = u.`id` AND `source` = 'manual' ORDER BY `createdAt` DESC, `id` DESC LIMIT 1)
SET u.`lastLogAt` = l.`createdAt`, u.`lastLogId` = l.`id`;

-- CreateIndex
CREATE INDEX `Log_source_createdAt_id_userId_idx` ON `Log`(`source`, `createdAt`, `id`, `userId`);
