-- Whose thing an event is about: who has blocked them, or is blocked by them, is not sent it.

-- AlterTable
ALTER TABLE `Event` ADD COLUMN `ownerId` INTEGER NULL;
