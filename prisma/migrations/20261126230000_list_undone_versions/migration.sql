-- How many versions of a list an undone import has cancelled. The undo lowered the version instead, so that the next edit got a number
-- again that an open editor already had, and the editor's save replaced that edit.
ALTER TABLE `List` ADD COLUMN `undoneVersions` INTEGER NOT NULL DEFAULT 0;
