-- A declined request that was withdrawn is still remembered: another one within the month is as silent.

-- AlterTable
ALTER TABLE `FollowRequest` ADD COLUMN `withdrawnAt` DATETIME(3) NULL;
