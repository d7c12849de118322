-- When an account was last used, which outlives its sessions. Known from these, and from the trail.
ALTER TABLE `User` ADD COLUMN `lastSeenAt` DATETIME(3) NULL;

UPDATE `User` AS u JOIN (
  SELECT seen.userId, MAX(seen.at) AS at FROM (
    SELECT `userId`, `lastSeenAt` AS at FROM `Session`
    UNION ALL
    SELECT `actorId` AS userId, `createdAt` AS at FROM `AuditEntry`
    WHERE `event` IN ('login', 'logout', 'register') AND `actorId` IS NOT NULL) AS seen
  GROUP BY seen.userId) AS latest ON latest.userId = u.id
SET u.`lastSeenAt` = latest.at;
