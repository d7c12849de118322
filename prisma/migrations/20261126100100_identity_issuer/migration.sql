-- The issuer that vouched for an identity, so that another provider's subject of the same name opens no account.
ALTER TABLE `Identity` ADD COLUMN `issuer` VARCHAR(255) NULL;
