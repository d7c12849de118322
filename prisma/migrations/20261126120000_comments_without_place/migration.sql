-- MySQL 9.7 left comments behind when a person was deleted under whose reviews and lists they stood, or who had written them. No page
-- shows them, and whoever had written one could not be deleted any more.
DELETE FROM `Comment` WHERE NOT EXISTS (SELECT 1 FROM `User` AS `u` WHERE `u`.`id` = `Comment`.`userId`);
DELETE FROM `Comment` WHERE `logId` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `Log` AS `l` WHERE `l`.`id` = `Comment`.`logId`);
DELETE FROM `Comment` WHERE `listId` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `List` AS `l` WHERE `l`.`id` = `Comment`.`listId`);
