-- The year that a file names decides between albums of the same names.

-- AlterTable
ALTER TABLE `ImportAlbum` ADD COLUMN `year` SMALLINT UNSIGNED NULL;
