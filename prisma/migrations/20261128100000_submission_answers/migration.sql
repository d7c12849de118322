-- The answer to a submission, so that the same submission gets the same answer although the thing has changed since.

-- AlterTable
ALTER TABLE `Submission` ADD COLUMN `answer` TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NULL;
