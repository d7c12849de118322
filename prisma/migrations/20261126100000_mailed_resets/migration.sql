-- Whether a link to choose a password was mailed to the account's address, and so proves it.
ALTER TABLE `PasswordReset` ADD COLUMN `isMailed` BOOLEAN NOT NULL DEFAULT false;
