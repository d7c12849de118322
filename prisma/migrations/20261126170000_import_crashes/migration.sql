-- A file over which a process died twice is not read a third time.

-- AlterTable
ALTER TABLE `Import` ADD COLUMN `crashes` TINYINT UNSIGNED NOT NULL DEFAULT 0;
