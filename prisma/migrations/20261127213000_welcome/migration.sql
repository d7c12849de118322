-- New people are shown the welcome, and the home page offers it until they have finished or skipped it. Everybody who is here
-- already has no need of it.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `isWelcomed` BOOLEAN NOT NULL DEFAULT true;
