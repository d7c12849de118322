-- Each name of an import has its own tries at the catalogue, so that one that fails holds up no other.
ALTER TABLE `ImportAlbum`
  MODIFY `state` ENUM('looking', 'found', 'open', 'missing', 'unasked') NOT NULL DEFAULT 'looking',
  ADD COLUMN `tries` TINYINT UNSIGNED NOT NULL DEFAULT 0,
  ADD COLUMN `askAgainAt` DATETIME(3) NULL;

-- Since when the catalogue cannot be asked: the page says so, and a started import does not wait for ever.
ALTER TABLE `Import` ADD COLUMN `awaySince` DATETIME(3) NULL;
