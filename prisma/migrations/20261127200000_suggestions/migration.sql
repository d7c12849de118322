-- People and albums that a person may like, and the two switches for them.

-- AlterTable
ALTER TABLE `User` ADD COLUMN `suggestMe` BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN `personalSuggestions` BOOLEAN NOT NULL DEFAULT true;
