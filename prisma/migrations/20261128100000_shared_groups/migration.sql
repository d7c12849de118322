-- The release groups that credit an artist after another one: they are part of the discography, too.

-- AlterTable
ALTER TABLE `Artist` ADD COLUMN `sharedGroups` MEDIUMTEXT NULL;

-- Discographies are read again when their pages are opened.
UPDATE `Artist` SET `fetchedAt` = NULL;
