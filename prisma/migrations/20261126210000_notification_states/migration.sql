-- Made with the account from now on. Made by the first notification, its foreign key waited for whoever held the user, and people who
-- commented in one thread for the first time could end each other's transactions.
INSERT IGNORE INTO `NotificationState` (`userId`) SELECT `id` FROM `User`;
